package dev.tierbench.report.compare;

import dev.tierbench.run.file.MarkdownText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as a comment on a pull request: the conclusion first, then what should make one
 * doubt it, then the rows; what did not change is folded when there is much of it.
 */
final class ComparisonMarkdown {

  /** Number of unchanged rows that still stand in the table of those that changed. */
  private static final int FEW_ROWS = 10;

  private ComparisonMarkdown() {}

  static List<String> of(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add("### " + conclusion(comparison));
    lines.add("");
    lines.add(
        "A: "
            + MarkdownText.code(comparison.a().text())
            + ", B: "
            + MarkdownText.code(comparison.b().text()));
    lines.add("");
    addWarnings(lines, comparison);
    addRows(lines, comparison.rows());
    addSetup(lines, comparison);
    lines.add(ComparisonText.explanation(comparison));
    return lines;
  }

  private static String conclusion(Comparison comparison) {
    List<String> counts = new ArrayList<>(ComparisonText.counts(comparison.rows()));
    int lost = comparison.lost().size();
    if (lost > 0) {
      counts.add(lost + " lost by B");
    }
    return "B against A: " + (counts.isEmpty() ? "nothing to compare" : String.join(", ", counts));
  }

  private static void addWarnings(List<String> lines, Comparison comparison) {
    List<String> warnings =
        Stream.of(
                comparison.differences().stream()
                    .filter(SetupDifference::decides)
                    .map(difference -> "differs: " + MarkdownText.code(difference.line())),
                comparison.lost().stream().map(ComparisonMarkdown::missing),
                comparison.overruledWorse().stream()
                    .map(row -> "cannot tell: " + MarkdownText.code(row.line())),
                Stream.of(ComparisonText.SHARED_CORES).filter(text -> comparison.onSharedCores()))
            .flatMap(warning -> warning)
            .toList();
    if (warnings.isEmpty()) {
      return;
    }
    lines.add("> [!WARNING]");
    warnings.forEach(warning -> lines.add("> - " + warning));
    lines.add("");
  }

  private static void addRows(List<String> lines, List<Row> rows) {
    Map<Boolean, List<Row>> byChange =
        rows.stream()
            .collect(Collectors.partitioningBy(row -> row.result().conclusion().isDifference()));
    List<Row> rest = byChange.get(false);
    boolean folded = rest.size() > FEW_ROWS;
    List<Row> shown = folded ? byChange.get(true) : rows;
    if (!shown.isEmpty()) {
      lines.addAll(ComparisonText.table(shown).markdown());
      lines.add("");
    }
    if (folded) {
      addFolded(
          lines,
          rest.size() + " rows: " + String.join(", ", ComparisonText.counts(rest)),
          ComparisonText.table(rest).markdown());
    }
  }

  /** What differs without making the values hard to compare, what is missing, and the host. */
  private static void addSetup(List<String> lines, Comparison comparison) {
    List<String> entries =
        Stream.of(
                comparison.differences().stream()
                    .filter(difference -> !difference.decides())
                    .map(difference -> "differs: " + MarkdownText.code(difference.line())),
                comparison.missingCounterparts().stream()
                    .filter(missing -> !missing.lost())
                    .map(ComparisonMarkdown::missing),
                comparison.hostSpeed().stream()
                    .map(host -> "speed of the host: " + MarkdownText.code(host.line())))
            .flatMap(entry -> entry)
            .map(entry -> "- " + entry)
            .toList();
    if (!entries.isEmpty()) {
      addFolded(lines, "Setup and host", entries);
    }
  }

  private static String missing(MissingCounterpart missing) {
    return missing.kind() + ": " + MarkdownText.code(missing.line());
  }

  /** The empty lines make Markdown of what is inside. */
  private static void addFolded(List<String> lines, String summary, List<String> inside) {
    lines.add("<details><summary>" + summary + "</summary>");
    lines.add("");
    lines.addAll(inside);
    lines.add("");
    lines.add("</details>");
    lines.add("");
  }
}
