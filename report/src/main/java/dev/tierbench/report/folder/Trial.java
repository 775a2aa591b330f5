package dev.tierbench.report.folder;

import dev.tierbench.run.Warmup;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One fresh JVM of one server.
 *
 * @param settings what every tier said of itself
 */
public record Trial(
    String name,
    String server,
    Optional<JsonNode> settings,
    Optional<Warmup> warmup,
    List<Step> steps) {
  public Trial {
    steps = List.copyOf(steps);
  }

  Trial renamed(String prefix) {
    return new Trial(
        prefix + name,
        prefix + server,
        settings,
        warmup,
        steps.stream().map(step -> step.renamed(prefix)).toList());
  }

  Trial withSteps(List<Step> others) {
    return new Trial(name, server, settings, warmup, others);
  }
}
