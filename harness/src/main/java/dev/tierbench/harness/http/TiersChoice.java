package dev.tierbench.harness.http;

import dev.tierbench.harness.tier.container.ComposeProject;
import dev.tierbench.harness.tier.container.Engine;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Whether a sweep starts its tiers itself, or measures those of a compose project. */
enum TiersChoice {
  /** The containers, when they run. */
  AUTO,
  LOCAL,
  COMPOSE;

  /**
   * The containers to measure; empty for processes.
   *
   * @throws IOException when containers were asked for and there are none
   */
  Optional<ComposeProject> choose(
      Engine engine, Optional<String> project, Map<String, ServerDescriptor> servers)
      throws IOException, InterruptedException {
    return switch (this) {
      case LOCAL -> Optional.empty();
      case AUTO -> {
        try {
          yield Optional.of(ComposeProject.find(engine, project, servers))
              .filter(ComposeProject::runs);
        } catch (IOException none) {
          // No engine, or one with nothing to measure, is the common case and no error.
          yield Optional.empty();
        }
      }
      case COMPOSE -> {
        ComposeProject found = ComposeProject.find(engine, project, servers);
        if (found.containers().isEmpty()) {
          throw new IOException(
              "there are no containers of tiers; make them: "
                  + ComposeProject.command(servers.values()));
        }
        yield Optional.of(found);
      }
    };
  }
}
