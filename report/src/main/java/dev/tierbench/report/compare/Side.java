package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.metric.NoiseFloor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One side of a comparison: a run folder, or one server of it.
 *
 * @param text as it was given: {@code RUN} or {@code RUN:server}
 * @param noise of the whole run, also when only one of its servers is compared
 */
public record Side(String text, Run run, NoiseFloor noise) {

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
      return new Side(text, run, NoiseFloor.of(run));
    }
    Run run = RunReader.read(Path.of(text.substring(0, colon)), depth);
    String server = server(run, text.substring(colon + 1));
    return new Side(text, run.only(server::equals), NoiseFloor.of(run));
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
