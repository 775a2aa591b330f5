package dev.tierbench.harness.ab;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.run.ReportProcess;
import dev.tierbench.run.file.MarkdownText;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.RoundPlan;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a sweep of two versions says of them, by the report: on the terminal, as a comment for a
 * pull request, as JUnit XML and as an exit code.
 *
 * @param run the folder of the sweep, whose servers are base and head
 * @param failOn as the option of {@code compare} has it
 */
record Answer(Installation installation, Path run, String failOn) {

  /**
   * The head of a comment.
   *
   * @param service by whose name a comment of an earlier run is found and replaced
   * @param notes what a reader has to know of the versions
   */
  record Comment(String service, String title, List<String> notes) {

    private String mark() {
      return "<!-- tierbench ab " + service + " -->";
    }
  }

  /**
   * Prints the answer in three lines and writes the files.
   *
   * @return the exit code
   */
  int give(PrintStream out, Comment comment, Optional<Path> markdown, Optional<Path> junit)
      throws IOException, InterruptedException {
    Manifest manifest = RunJson.read(new RunFolder(run).manifest(), Manifest.class);
    ReportProcess report = new ReportProcess(installation);
    List<String> decided =
        manifest
            .httpPlan()
            .until()
            .map(RoundPlan.Until::metrics)
            .map(metrics -> List.of("--metric", String.join(",", metrics)))
            .orElse(List.of());
    List<String> gate = new ArrayList<>(words("short", decided));
    gate.addAll(List.of("--fail-on", failOn));
    junit.ifPresent(file -> gate.addAll(List.of("--junit", file.toAbsolutePath().toString())));
    StringBuilder lines = new StringBuilder();
    int exitCode = report.compare(lines, gate);
    out.println();
    out.println(comment.title());
    out.print(lines);
    if (markdown.isPresent()) {
      RunJson.write(
          markdown.get().toAbsolutePath(), text(report, manifest, comment, decided, lines));
      out.println("comment: " + markdown.get());
    }
    return exitCode;
  }

  private String text(
      ReportProcess report,
      Manifest manifest,
      Comment comment,
      List<String> decided,
      CharSequence lines)
      throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder(comment.mark()).append("\n## ");
    text.append(MarkdownText.escaped(comment.title())).append("\n\n");
    lines
        .toString()
        .lines()
        .forEach(line -> text.append("- ").append(MarkdownText.escaped(line)).append('\n'));
    comment
        .notes()
        .forEach(note -> text.append("- note: ").append(MarkdownText.escaped(note)).append('\n'));
    text.append('\n');
    int unused = report.compare(text, words("md", decided));
    if (manifest.httpPlan().windows().profile().isPresent()) {
      text.append("\n<details><summary>Frames that moved</summary>\n\n");
      unused = report.compare(text, words("md", List.of("--by", "frame")));
      text.append("\n</details>\n");
    }
    return text.toString();
  }

  private List<String> words(String format, List<String> more) {
    return Stream.concat(Stream.of(run + ":base", run + ":head", "--format", format), more.stream())
        .toList();
  }
}
