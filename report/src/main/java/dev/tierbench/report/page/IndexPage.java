package dev.tierbench.report.page;

import dev.tierbench.report.finding.KeyFindings;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Verdict;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** An index of the pages of several runs: a line for each, without any script. */
public final class IndexPage {

  private IndexPage() {}

  /**
   * A run and its page.
   *
   * @param page a path that can be made relative to the index
   */
  public record Entry(Run run, KeyFindings findings, Path page) {}

  /** The file, whose links are relative to where it lies. */
  public static String of(List<Entry> entries, Path index) {
    return HtmlShell.document(
        "Runs",
        "",
        """
        <header><h1>Runs</h1></header>
        <main>
        %s
        </main>\
        """
            .formatted(
                new HtmlTable(
                        "Runs",
                        List.of("run", "kind", "what", "findings", "steps", "checks", "host"),
                        entries.stream()
                            .map(entry -> row(entry, index.toAbsolutePath().getParent()))
                            .toList())
                    .html()));
  }

  private static List<String> row(Entry entry, Path from) {
    Run run = entry.run();
    KeyFindings findings = entry.findings();
    String link = link(from.normalize(), entry.page().toAbsolutePath().normalize());
    return Stream.concat(
            Stream.of(
                "<a href=\"%s\">%s</a>".formatted(Escape.html(link), Escape.html(run.name()))),
            Stream.of(
                    Words.of(run).kind(),
                    what(run),
                    findings.first(),
                    counts(findings.steps()),
                    verdicts(run),
                    run.manifest().host())
                .map(Escape::html))
        .toList();
  }

  /** A path as an address that no character of a name can break. */
  private static String link(Path from, Path page) {
    return StreamSupport.stream(from.relativize(page).spliterator(), false)
        .map(name -> URLEncoder.encode(name.toString(), StandardCharsets.UTF_8))
        .map(name -> name.replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }

  private static String what(Run run) {
    return run.suitePlan()
        .map(plan -> plan.descriptor().title())
        .orElseGet(() -> String.join(", ", run.subjects()));
  }

  private static String verdicts(Run run) {
    Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
    run.steps().stream()
        .flatMap(step -> step.checks().stream())
        .forEach(checks -> verdicts.merge(checks.verdict(), 1L, Long::sum));
    return counts(verdicts);
  }

  private static String counts(Map<?, Long> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }
}
