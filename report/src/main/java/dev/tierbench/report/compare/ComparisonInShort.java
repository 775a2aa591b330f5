package dev.tierbench.report.compare;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.run.file.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison in three lines: what is worse or better, what is open, and the host's noise. */
final class ComparisonInShort {

  private ComparisonInShort() {}

  static List<String> of(Comparison comparison) {
    return List.of(
        TerminalText.line(found(comparison)),
        TerminalText.line(open(comparison)),
        TerminalText.line(noise(comparison)));
  }

  private static String found(Comparison comparison) {
    List<String> parts = new ArrayList<>();
    for (Conclusion conclusion : List.of(Conclusion.WORSE, Conclusion.BETTER)) {
      List<Row> rows = of(comparison, conclusion);
      if (!rows.isEmpty()) {
        parts.add(
            conclusion.label()
                + ": "
                + rows.stream()
                    .map(ComparisonInShort::difference)
                    .collect(Collectors.joining("; ")));
      }
    }
    comparison.lost().forEach(missing -> parts.add(missing.kind() + ": " + missing.line()));
    if (of(comparison, Conclusion.WORSE).isEmpty()) {
      parts.addFirst("no row is worse");
    }
    return String.join(". ", parts);
  }

  private static String open(Comparison comparison) {
    int all = comparison.rows().size();
    int equivalent = of(comparison, Conclusion.EQUIVALENT).size();
    List<String> open =
        Stream.concat(
                comparison.open().stream().map(ComparisonInShort::atMost),
                comparison.openWithoutRow().stream().map(MissingRow::inShort))
            .toList();
    String equal =
        "%d of %d %s equivalent (within %s)"
                .formatted(
                    equivalent,
                    all,
                    all == 1 ? "row is" : "rows are",
                    Numbers.percent(comparison.options().threshold()))
            + onNeitherSide(comparison);
    return open.isEmpty()
        ? "decided: " + equal
        : "undecided: " + String.join("; ", open) + ". " + equal;
  }

  private static String onNeitherSide(Comparison comparison) {
    List<String> metrics = comparison.metricsWithoutRow();
    return metrics.isEmpty() ? "" : ". Measured on neither side: " + String.join("; ", metrics);
  }

  private static String noise(Comparison comparison) {
    Optional<Row> most =
        comparison.rows().stream()
            .filter(row -> row.noise().isPresent())
            .max(Comparator.comparing(row -> row.noise().orElseThrow()));
    return most.map(row ->
            "equal code: measured twice, it differs by up to %s (%s)"
                .formatted(Numbers.percent(row.noise().orElseThrow()), row.key().metric()))
        .orElse("equal code: not measured, the run has no control (--aa)");
  }

  private static List<Row> of(Comparison comparison, Conclusion conclusion) {
    return comparison.rows().stream()
        .filter(row -> row.result().conclusion() == conclusion)
        .toList();
  }

  private static String difference(Row row) {
    return name(row)
        + row.result().ratio().map(ratio -> " " + change(ratio)).orElse("")
        + row.result()
            .interval()
            .map(of -> " (" + change(of.low()) + " to " + change(of.high()) + ")")
            .orElse("");
  }

  private static String atMost(Row row) {
    if (row.isUnmeasured()) {
      return name(row) + ": measured on one side only";
    }
    return name(row)
        + row.worseByAtMost()
            .map(most ->
                most > 0
                    ? ": at most " + Numbers.percent(most) + " worse"
                    : ": at least " + Numbers.percent(-most) + " better")
            .orElse(": no interval")
        + row.result().reason().map(reason -> " (" + reason + ")").orElse("");
  }

  private static String name(Row row) {
    return row.key().metric()
        + row.key().parameters().map(at -> " at " + at.label()).orElse("")
        + row.key().part();
  }

  /** {@code +10.2 %}. */
  private static String change(double ratio) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
  }
}
