package dev.tierbench.harness.summary;

import dev.tierbench.run.Manifest;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunCsv;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.SummaryRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The summary of a run folder: {@code summary.csv}, {@code summary.md} and the printed table. */
public record Summary(Manifest manifest, List<StepFigures> steps) {

  /** What the steps so far say. */
  public static Summary read(RunFolder folder, Manifest manifest) throws IOException {
    List<StepFigures> steps = new ArrayList<>();
    for (Plan.Trial trial : manifest.plan().order()) {
      for (int level : manifest.plan().levels()) {
        StepFigures.read(folder, trial, level).ifPresent(steps::add);
      }
    }
    return new Summary(manifest, steps);
  }

  /** What the whole run came to: partial while a step has no verdict. */
  public Manifest.State state() {
    if (steps.size() < planned()) {
      return Manifest.State.PARTIAL;
    }
    return steps.stream().allMatch(StepFigures::isValid)
        ? Manifest.State.COMPLETE
        : Manifest.State.FAILED;
  }

  private int planned() {
    return manifest.plan().order().size() * manifest.plan().levels().size();
  }

  public void write(RunFolder folder) {
    RunJson.write(folder.summaryCsv(), RunCsv.toCsv(rows(), SummaryRow.class));
    RunJson.write(folder.summaryMarkdown(), String.join("\n", markdown()) + "\n");
  }

  public List<String> text() {
    List<String> lines = new ArrayList<>(Table.text(rows()));
    List<List<String>> roles = RoleTable.lines(plan(), steps, List.of(plan().topLevel()));
    if (!roles.isEmpty()) {
      lines.add("");
      lines.add("Per request and role of threads, in the counted window:");
      lines.addAll(Table.aligned(RoleTable.HEAD, roles));
    }
    lines.add("");
    lines.addAll(Remarks.of(steps));
    return lines;
  }

  private Plan plan() {
    return manifest.plan();
  }

  private List<SummaryRow> rows() {
    return Rows.of(manifest.plan(), steps);
  }

  private List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add("# " + manifest.name());
    lines.add("");
    lines.add(where());
    lines.add("");
    lines.add(
        "Closed model, keep-alive, service times. Of several valid trials the median by throughput"
            + " is shown; a FAIL step is shown by itself and enters no median.");
    lines.add("");
    lines.addAll(Table.markdown(rows()));
    addTable(
        lines,
        "## Per request and role of threads",
        "What the server's threads asked of the kernel in the counted window, divided by the"
            + " requests answered in it. `–` is not measured.",
        Table.markdown(RoleTable.HEAD, RoleTable.lines(plan(), steps, plan().levels())));
    addTable(
        lines,
        "## Beside the published study",
        "The study: one run of 90,000 requests on 32 cores at 1,800 concurrent requests, a cold JVM,"
            + " a connection a request, and a blocking side that waited for a reactive client. Figures"
            + " a thread are those of the whole JVM for 90,000 requests, over the threads of the role"
            + " that serves requests.",
        Table.markdown(Study.HEAD, Study.lines(plan(), steps)));
    addList(lines, "## Checks", Remarks.of(steps));
    addList(
        lines,
        "## Caveats",
        manifest.caveats().stream().map(c -> c.what() + " (" + c.hint() + ")").toList());
    lines.add("");
    lines.add(steps.size() + " of " + planned() + " steps; started " + manifest.startedAt() + ".");
    return lines;
  }

  private String where() {
    Manifest.Host host = manifest.host();
    Optional<String> commit = manifest.source().commit().map(c -> c.substring(0, 12));
    return String.format(
        Locale.ROOT,
        "%s, %d cores, kernel %s, JDK %s, commit %s%s; %s.",
        host.cpuModel(),
        host.cores(),
        host.kernel(),
        manifest.java().version(),
        commit.orElse("unknown"),
        manifest.source().dirty().orElse(false) ? " with local changes" : "",
        manifest.plan().pinning().note());
  }

  /** A table has two lines of head; without more there is nothing to show. */
  private static void addTable(List<String> lines, String head, String words, List<String> table) {
    if (table.size() > 2) {
      lines.addAll(List.of("", head, "", words, ""));
      lines.addAll(table);
    }
  }

  private static void addList(List<String> lines, String head, List<String> items) {
    if (!items.isEmpty()) {
      lines.add("");
      lines.add(head);
      lines.add("");
      items.forEach(item -> lines.add("- " + item.replace("\n", "\n  ")));
    }
  }
}
