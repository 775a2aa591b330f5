package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.run.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An index of the pages of several runs: a line for each, without any script. */
public final class IndexPage {

  private IndexPage() {}

  /**
   * A run and its page.
   *
   * @param page a path that can be made relative to the index
   */
  public record Entry(Run run, Path page) {}

  /** The file, whose links are relative to where it lies. */
  public static String of(List<Entry> entries, Path index) {
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src %s">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Runs – tierbench</title>
    <style>%s</style>
    </head>
    <body>
    <header><h1>Runs</h1></header>
    <main>
    <div class="scroll" tabindex="0" role="region" aria-label="Runs">
    <table>
    <caption class="unseen">Runs</caption>
    <thead><tr>%s</tr></thead>
    <tbody>
    %s
    </tbody>
    </table>
    </div>
    </main>
    </body>
    </html>
    """
        .formatted(
            HtmlShell.styleHash(),
            HtmlShell.style(),
            List.of("run", "kind", "what", "findings", "steps", "host").stream()
                .map(head -> "<th scope=\"col\" class=\"left\">" + head + "</th>")
                .collect(Collectors.joining()),
            entries.stream()
                .map(entry -> row(entry, index.toAbsolutePath().getParent()))
                .collect(Collectors.joining("\n")));
  }

  private static String row(Entry entry, Path from) {
    Run run = entry.run();
    KeyFindings findings = KeyFindings.of(run);
    String link = from.relativize(entry.page().toAbsolutePath()).toString();
    return "<tr>"
        + "<td class=\"left\"><a href=\""
        + Escape.html(link)
        + "\">"
        + Escape.html(run.name())
        + "</a></td>"
        + cell(run.kind() == Kind.HTTP ? "http" : "suite")
        + cell(what(run))
        + cell(findings.sentences().getFirst())
        + cell(counts(findings.steps()))
        + cell(run.host())
        + "</tr>";
  }

  private static String cell(String text) {
    return "<td class=\"left\">" + Escape.html(text) + "</td>";
  }

  private static String what(Run run) {
    return run.kind() == Kind.HTTP
        ? String.join(", ", run.subjects())
        : run.stated("plan", "descriptor", "title");
  }

  private static String counts(Map<String, Long> steps) {
    return steps.entrySet().stream()
        .map(state -> state.getValue() + " " + state.getKey())
        .collect(Collectors.joining(", "));
  }
}
