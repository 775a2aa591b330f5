package dev.tierbench.harness.trial;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.run.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
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
      List<String> words = new ArrayList<>(List.of("report"));
      words.addAll(names);
      String printed = new ReportProgram(installation).run(words, LIMIT);
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
}
