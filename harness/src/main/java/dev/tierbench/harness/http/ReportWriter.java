package dev.tierbench.harness.http;

import dev.tierbench.harness.http.tier.Installation;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Has the page of a run written by the report, a program of its own that knows nothing of a sweep.
 * Whatever becomes of it, the run itself is in order: a failure is one line.
 */
record ReportWriter(Installation installation, PrintStream out) {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Prints the output of the report, which names the page, or a warning. */
  void write(RunFolder folder) throws InterruptedException {
    try {
      String printed = run(folder);
      out.println();
      out.println(printed);
    } catch (IOException e) {
      out.println(
          "warning: no report.html and no summary ("
              + e.getMessage()
              + "); the run is in order without it, write both with: ./scripts/report.sh "
              + folder.root());
    }
  }

  private String run(RunFolder folder) throws IOException, InterruptedException {
    Path jar = installation.jar("report");
    if (!Files.isReadable(jar)) {
      throw new IOException(jar + " is missing");
    }
    return Command.run(
        List.of(
            installation.javaProgram().toString(),
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-jar",
            jar.toString(),
            "report",
            folder.root().toString()),
        LIMIT);
  }
}
