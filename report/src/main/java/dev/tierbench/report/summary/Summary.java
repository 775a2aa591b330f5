package dev.tierbench.report.summary;

import dev.tierbench.report.folder.ReadProblems;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.page.Study;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** The summary of a run: {@code summary.csv}, {@code summary.md} and the table of the terminal. */
public record Summary(Run run, List<CellSummary> lines) {

  private static final int SHORT_COMMIT = 12;

  public static Summary of(Run run) {
    return new Summary(run, CellSummary.of(run));
  }

  /** Writes both files. */
  public void write(RunFolder folder) {
    RunJson.write(folder.summaryCsv(), SummaryCsv.of(run, lines));
    RunJson.write(folder.summaryMarkdown(), String.join("\n", markdown()) + "\n");
  }

  /** For the terminal: all cells, the roles of the last one, and what the checks say. */
  public List<String> text() {
    List<String> text = new ArrayList<>(SummaryTable.of(run, lines).text());
    List<Parameters> cells = run.parameters();
    if (!cells.isEmpty()) {
      TextTable roles = RoleTable.of(run, List.of(cells.getLast()));
      if (!roles.rows().isEmpty()) {
        text.addAll(List.of("", "Per request and role of threads, in the traced window:"));
        text.addAll(roles.text());
      }
    }
    text.add("");
    CheckRemarks.of(lines).forEach(remark -> text.add(ReadProblems.oneLine(remark)));
    return text;
  }

  private List<String> markdown() {
    List<String> text = new ArrayList<>();
    text.addAll(List.of("# " + run.name(), "", host(), ""));
    text.add(
        "Closed model, keep-alive, service times. Each value is the median of the valid trials; a"
            + " FAIL step is shown by itself and enters no median. `–` is not measured.");
    text.add("");
    text.addAll(SummaryTable.of(run, lines).markdown());
    table(
        text,
        "## Per request and role of threads",
        "What the server's threads did in the traced window, divided by the requests answered in"
            + " it.",
        RoleTable.of(run, run.parameters()));
    Study study = Study.of(run);
    table(text, "## Beside the published study", study.source(), study.table());
    list(text, "## Checks", CheckRemarks.of(lines));
    list(
        text,
        "## Caveats",
        run.manifest()
            .path("caveats")
            .valueStream()
            .map(c -> new Caveat(c.path("what").asString(""), c.path("hint").asString("")).line())
            .toList());
    text.add("");
    text.add(
        String.format(
            Locale.ROOT,
            "%d of %d steps; started %s.",
            run.steps().stream().filter(step -> step.checks().isPresent()).count(),
            run.steps().size(),
            run.manifest().path("started_at").asString("at an unknown time")));
    return text;
  }

  private String host() {
    JsonNode host = run.manifest().path("host");
    JsonNode source = run.manifest().path("source").path("commit");
    String commit = source.isString() ? source.asString() : "unknown";
    return String.format(
        Locale.ROOT,
        "%s, %s cores, kernel %s, JDK %s, commit %s%s; %s.",
        host.path("cpu_model").asString("unknown CPU"),
        host.path("cores").isInt() ? host.path("cores").asString() : "an unknown number of",
        host.path("kernel").asString("unknown"),
        run.manifest().path("java").path("version").asString("unknown"),
        commit.substring(0, Math.min(SHORT_COMMIT, commit.length())),
        run.manifest().path("source").path("dirty").asBoolean(false) ? " with local changes" : "",
        run.pinning().note());
  }

  private static void table(List<String> text, String head, String intro, TextTable table) {
    if (!table.rows().isEmpty()) {
      text.addAll(List.of("", head, "", intro, ""));
      text.addAll(table.markdown());
    }
  }

  private static void list(List<String> text, String head, List<String> items) {
    if (!items.isEmpty()) {
      text.addAll(List.of("", head, ""));
      items.forEach(item -> text.add("- " + item.replace("\n", "\n  ")));
    }
  }
}
