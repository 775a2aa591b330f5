package dev.tierbench.harness.trial;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.observer.host.child.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The report as a program of its own, which makes pages and summaries for the harness. */
public record ReportProgram(Installation installation) {

  /**
   * Runs it to its end.
   *
   * @param words its command and what goes with that
   * @return what it printed
   * @throws IOException when it is missing, fails, or takes longer
   */
  public String run(List<String> words, Duration limit) throws IOException, InterruptedException {
    Path jar = installation.jar("report");
    if (!Files.isReadable(jar)) {
      throw new IOException(jar + " is missing");
    }
    List<String> program = new ArrayList<>();
    program.add(installation.javaProgram().toString());
    program.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-jar", jar.toString()));
    program.addAll(words);
    return Command.run(program, limit);
  }
}
