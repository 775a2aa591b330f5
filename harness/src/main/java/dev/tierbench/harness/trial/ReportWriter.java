package dev.tierbench.harness.trial;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Has the page of a run written by the report, a program of its own that knows nothing of a sweep.
 * Whatever becomes of it, the run itself is in order: a failure is one line.
 */
public record ReportWriter(Installation installation, PrintStream out) {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Prints the output of the report, which names the page, or a warning. */
  public void write(RunFolder folder) throws InterruptedException {
    write(List.of(folder.root()));
  }

  /** The same of several runs, with an index of their pages. */
  public void write(List<Path> folders) throws InterruptedException {
    List<String> names = folders.stream().map(Path::toString).toList();
    try {
      String printed = run(names);
      out.println();
      out.println(printed);
    } catch (IOException e) {
      out.println(
          "warning: no report.html and no summary ("
              + e.getMessage()
              + "); the run is in order without it, write both with: ./scripts/report.sh "
              + String.join(" ", names));
    }
  }

  private String run(List<String> folders) throws IOException, InterruptedException {
    Path jar = installation.jar("report");
    if (!Files.isReadable(jar)) {
      throw new IOException(jar + " is missing");
    }
    List<String> program = new ArrayList<>();
    program.add(installation.javaProgram().toString());
    program.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-jar", jar.toString(), "report"));
    program.addAll(folders);
    return Command.run(program, LIMIT);
  }
}
