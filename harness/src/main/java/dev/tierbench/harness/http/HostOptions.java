package dev.tierbench.harness.http;

import dev.tierbench.harness.hosts.HostsFile;
import dev.tierbench.run.HostDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that place tiers on other hosts. */
final class HostOptions {

  @Option(
      names = "--hosts",
      paramLabel = "FILE",
      description =
          "Which tier runs on which other host, each a Docker context or an SSH destination; see"
              + " docs/multi-host.md.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--context",
      split = ",",
      paramLabel = "TIER=NAME",
      description = "The same for short: server=NAME,echo=NAME, Docker contexts over SSH.")
  private Map<String, String> contexts = Map.of();

  /** None when all tiers are on this host. */
  List<HostDescriptor> hosts() throws IOException, InterruptedException {
    if (file.isPresent() && !contexts.isEmpty()) {
      throw new IllegalArgumentException("--hosts and --context exclude each other");
    }
    return file.isPresent()
        ? HostsFile.read(file.get())
        : contexts.isEmpty() ? List.of() : HostsFile.of(contexts);
  }
}
