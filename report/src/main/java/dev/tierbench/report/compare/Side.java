package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.folder.SideBySide;
import dev.tierbench.report.metric.NoiseFloor;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One side of a comparison: a run folder, or one server of it.
 *
 * @param text as it was given: {@code RUN} or {@code RUN:server}
 * @param entire run, also when only one of its servers is compared
 * @param noise of the entire run
 */
public record Side(String text, Run run, Run entire, NoiseFloor noise) {

  /** One server of a run. */
  public static Side ofServer(String text, Run run, String server, NoiseFloor noise) {
    return new Side(text, run.only(server::equals), run, noise);
  }

  /**
   * Reads a side.
   *
   * @throws IOException when there is no such run folder
   * @throws IllegalArgumentException when the run has no such server
   */
  public static Side read(String text, RunReader.Depth depth) throws IOException {
    int colon = text.lastIndexOf(':');
    if (Files.isDirectory(Path.of(text)) || colon < 0) {
      Run run = RunReader.read(Path.of(text), depth);
      return new Side(text, run, run, NoiseFloor.of(run));
    }
    Run run = RunReader.read(Path.of(text.substring(0, colon)), depth);
    String server = server(run, text.substring(colon + 1));
    return ofServer(text, run, server, NoiseFloor.of(run));
  }

  /** The same whose servers have a prefix, as in {@link SideBySide}. */
  public Side prefixed(String prefix) {
    return new Side(
        text,
        SideBySide.prefixed(run, prefix),
        SideBySide.prefixed(entire, prefix),
        noise.renamed(prefix));
  }

  /** The control of a version of a program: the same version, measured again in each round. */
  Optional<String> again(String server) {
    return Optional.of(server + Plan.AA_CONTROL)
        .filter(control -> entire.isVersion(server) && entire.subjects().contains(control));
  }

  private static String server(Run run, String asked) {
    String name = run.named(asked).orElse(asked);
    List<String> servers = run.subjects();
    if (servers.contains(asked)) {
      return asked;
    }
    if (servers.contains(name)) {
      return name;
    }
    List<String> begin = servers.stream().filter(server -> server.startsWith(asked)).toList();
    if (begin.size() == 1) {
      return begin.getFirst();
    }
    throw new IllegalArgumentException(
        "no server '" + asked + "' in " + run.name() + "; it has " + String.join(", ", servers));
  }
}
