package dev.tierbench.report.summary;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.HighestRate;
import dev.tierbench.report.metric.Words;
import dev.tierbench.report.published.PublishedStudy;
import dev.tierbench.report.published.PublishedTable;
import dev.tierbench.report.published.PublishedText;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.MarkdownText;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.file.TextTable;
import dev.tierbench.run.record.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The summary of a run: {@code summary.csv}, {@code summary.md} and the table of the terminal. */
public record Summary(Run run, List<CellSummary> lines) {

  public static Summary of(Run run) {
    return new Summary(run, CellSummary.of(run));
  }

  /**
   * Writes both files.
   *
   * @param answer what the run tells, a sentence each
   */
  public void write(RunFolder folder, List<String> answer) {
    RunJson.write(folder.summaryCsv(), SummaryCsv.of(run, lines));
    RunJson.write(folder.summaryMarkdown(), String.join("\n", markdown(answer)) + "\n");
  }

  /** The text for a terminal: all cells, the roles of the last one, and what the checks say. */
  public List<String> text() {
    List<String> text = new ArrayList<>(SummaryTable.of(run, lines).text());
    List<Parameters> cells = run.parameters();
    if (!cells.isEmpty()) {
      TextTable roles = RoleTable.of(run, List.of(cells.getLast()));
      if (!roles.rows().isEmpty()) {
        text.addAll(List.of("", "Per " + word() + " and role of threads, in the traced window:"));
        text.addAll(roles.text());
      }
    }
    TextTable highest = highestRates();
    if (!highest.rows().isEmpty()) {
      text.addAll(
          List.of("", "Highest rate with " + run.manifest().goal().orElseThrow().text() + ":"));
      text.addAll(highest.text());
    }
    for (LimitTables.Table table : LimitTables.of(run)) {
      text.addAll(List.of("", table.caption() + ":"));
      text.addAll(table.values().text());
    }
    text.add("");
    remarks().forEach(remark -> text.add(TerminalText.line(remark)));
    return text;
  }

  private List<String> markdown(List<String> answer) {
    List<String> text = new ArrayList<>();
    text.addAll(
        List.of(
            "# " + MarkdownText.escaped(run.name()),
            "",
            MarkdownText.escaped(run.manifest().host() + "; " + run.manifest().pinning().note())
                + ".",
            ""));
    run.manifest()
        .otherHosts()
        .forEach(host -> text.add("- " + MarkdownText.escaped(host.line()) + "."));
    if (!run.manifest().otherHosts().isEmpty()) {
      text.add("");
    }
    text.add(
        MarkdownText.escaped(run.view().texts(run).setUp())
            + " Each value is the median of the valid trials; a FAIL step is shown by itself and"
            + " enters no median. `–` is not measured.");
    list(text, "## Answer", answer);
    text.addAll(List.of("", "## Values", ""));
    text.addAll(SummaryTable.of(run, lines).markdown());
    table(
        text,
        "Per " + word() + " and role of threads",
        run.view().texts(run).tracedWindow(),
        RoleTable.of(run, run.parameters()));
    run.manifest()
        .goal()
        .ifPresent(goal ->
            table(
                text,
                "Highest rate with " + goal.text(),
                "By trial the highest rate below every one that missed the latency; neighbouring"
                    + " rates differ by 5 %.",
                highestRates()));
    LimitTables.of(run).forEach(of -> table(text, of.caption(), of.note(), of.values()));
    PublishedStudy.of(run).ifPresent(study -> published(text, study.tables()));
    list(text, "## Checks", remarks());
    list(text, "## Caveats", run.manifest().caveats().stream().map(Caveat::line).toList());
    text.add("");
    text.add(
        "%d of %d steps; started %s."
            .formatted(
                run.steps().stream().filter(step -> step.checks().isPresent()).count(),
                run.steps().size(),
                MarkdownText.escaped(run.manifest().stated("/started_at"))));
    return text;
  }

  /** Tables of one machine that follow each other have one heading. */
  private static void published(List<String> text, List<PublishedTable> tables) {
    String target = "";
    for (PublishedTable of : tables) {
      PublishedText ratios = new PublishedText(of);
      TextTable table = ratios.table();
      if (!table.rows().isEmpty()) {
        if (!of.target().equals(target)) {
          target = of.target();
          heading(text, "Beside the published study: " + target);
        }
        table(text, ratios.heading(), table);
      }
    }
  }

  /** Why steps are FAIL, what the warnings are, and what was measured again. */
  private List<String> remarks() {
    return Stream.concat(
            CheckRemarks.of(lines).stream(),
            run.dropped().stream()
                .map(step -> "Measured again: " + step.name() + ": " + spoiled(step)))
        .toList();
  }

  private static String spoiled(Step step) {
    return step.checks()
        .flatMap(Rules::noise)
        .map(Checks.Check::message)
        .orElse("its checks cannot be read");
  }

  /** What an operation is called in prose. */
  private String word() {
    return Words.of(run).operation();
  }

  private TextTable highestRates() {
    return new TextTable(
        List.of("server", "req/s (median)", "least", "most", "trials", "without a rate", "open"),
        HighestRate.of(run).stream().map(Summary::row).toList());
  }

  private static List<String> row(HighestRate rate) {
    Function<Optional<Double>, String> whole =
        value -> value.map(Numbers::whole).orElse(Numbers.NOT_MEASURED);
    return List.of(
        rate.server(),
        whole.apply(rate.rates().middle()),
        whole.apply(rate.rates().least()),
        whole.apply(rate.rates().most()),
        String.valueOf(rate.rates().size()),
        String.valueOf(rate.without()),
        String.valueOf(rate.bounds().size()));
  }

  private static void table(List<String> text, String head, String intro, TextTable table) {
    if (!table.rows().isEmpty()) {
      heading(text, head);
      table(text, intro, table);
    }
  }

  private static void table(List<String> text, String intro, TextTable table) {
    text.addAll(List.of("", MarkdownText.escaped(intro), ""));
    text.addAll(table.markdown());
  }

  private static void heading(List<String> text, String head) {
    text.addAll(List.of("", "## " + MarkdownText.escaped(head)));
  }

  private static void list(List<String> text, String head, List<String> items) {
    if (!items.isEmpty()) {
      text.addAll(List.of("", head, ""));
      items.forEach(item -> text.add("- " + MarkdownText.escaped(item)));
    }
  }
}
