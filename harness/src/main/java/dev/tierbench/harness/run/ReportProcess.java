package dev.tierbench.harness.run;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.protocol.Decisions;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The report as a program of its own, which makes pages and summaries for the harness. */
public record ReportProcess(Installation installation) {

  private static final List<String> JVM_OPTIONS = List.of("-Xmx1g", "-XX:+UseSerialGC");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /**
   * Writes the pages and summaries of runs, and of several an index. Prints what the report prints,
   * which names the page, or a warning: the runs themselves are in order without it.
   */
  public void report(PrintStream out, Path... runs) throws InterruptedException {
    List<String> names = Stream.of(runs).map(Path::toString).toList();
    try {
      String printed = run(Stream.concat(Stream.of("report"), names.stream()).toList());
      out.println();
      out.println(printed);
    } catch (IOException e) {
      out.println(
          "warning: report.html or the summary is missing ("
              + TerminalText.lines(String.valueOf(e.getMessage()))
              + "); the run is in order without it, write both with: ./scripts/report.sh "
              + String.join(" ", names));
    }
  }

  /**
   * The live page, which has the charts of the report.
   *
   * @throws IOException when it is not made
   */
  public String livePage() throws IOException, InterruptedException {
    Path page = Files.createTempFile("tierbench-live-", ".html");
    try {
      run(List.of("live", "--out", page.toString()));
      return Files.readString(page);
    } finally {
      Files.deleteIfExists(page);
    }
  }

  /**
   * What the rounds of a sweep decide so far.
   *
   * @throws IOException when the report cannot tell
   */
  public Decisions decisions(Path run) throws IOException, InterruptedException {
    Path answer = Files.createTempFile("tierbench-decisions-", ".json");
    try {
      run(List.of("decide", run.toString(), "--out", answer.toString()));
      return RunJson.read(answer, Decisions.class);
    } finally {
      Files.deleteIfExists(answer);
    }
  }

  /**
   * Compares, and prints what the comparison does.
   *
   * @param out gets its lines; messages go to the standard error
   * @return its exit code
   * @throws IOException when the report cannot be run
   */
  public int compare(Appendable out, List<String> arguments)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tierbench-compare-");
    Path printed = folder.resolve("out");
    Path messages = folder.resolve("err");
    try (ChildProcess child =
        ChildProcess.start(
            ChildCommand.of(
                "compare",
                installation.command(
                    JVM_OPTIONS,
                    "report",
                    Stream.concat(Stream.of("compare"), arguments.stream()).toList()),
                Redirect.appendTo(printed.toFile()),
                messages))) {
      int exitCode = child.await(LIMIT);
      System.err.print(Files.readString(messages));
      out.append(Files.readString(printed));
      return exitCode;
    } finally {
      Files.deleteIfExists(printed);
      Files.deleteIfExists(messages);
      Files.deleteIfExists(folder);
    }
  }

  /** What it printed. */
  private String run(List<String> arguments) throws IOException, InterruptedException {
    Path jar = installation.jar("report");
    if (!Files.isReadable(jar)) {
      throw new IOException(jar + " is missing");
    }
    return Command.run(installation.command(JVM_OPTIONS, "report", arguments), LIMIT);
  }
}
