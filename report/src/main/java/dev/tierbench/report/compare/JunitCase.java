package dev.tierbench.report.compare;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.file.TextTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a CI server shows of a row, or of a cell that no row could be made of, as one test.
 *
 * @param problem why it did not pass; empty when it did
 */
record JunitCase(String className, String name, Optional<Problem> problem) {

  static final String FAILURE = "failure";
  static final String SKIPPED = "skipped";
  static final String ERROR = "error";

  /** What stands in the element of that name; no type and no details when they are empty. */
  record Problem(String element, String type, String message, String details) {

    static Problem skipped(String message) {
      return new Problem(SKIPPED, "", message, "");
    }

    static Problem notComparable(String message) {
      return new Problem(ERROR, "not comparable", message, "");
    }
  }

  static JunitCase of(Row row) {
    String verdict = ComparisonText.verdict(row.result());
    return new JunitCase(
        row.key().cell(),
        row.key().metric() + row.key().part(),
        switch (row.result().conclusion()) {
          case BETTER, EQUIVALENT -> Optional.empty();
          case WORSE ->
              Optional.of(
                  new Problem(FAILURE, "worse", verdict + ": " + values(row), details(row)));
          case INCONCLUSIVE, ONE_TRIAL, NOT_MEASURED ->
              Optional.of(
                  row.isOverruledWorse()
                      ? new Problem(
                          ERROR, "cannot tell", verdict + ": " + values(row), details(row))
                      : Problem.skipped(verdict));
        });
  }

  /** What B lost does not pass for what was left out. */
  static JunitCase of(MissingCounterpart missing) {
    return new JunitCase(
        missing.cell(),
        missing
            .metric()
            .map(title -> "has values on both sides: " + title)
            .orElse("has valid trials on both sides"),
        Optional.of(
            missing.lost()
                ? Problem.notComparable(missing.sides())
                : Problem.skipped("not comparable: " + missing.sides())));
  }

  /** The only one of two sides that were not compared. */
  static JunitCase refused(String why) {
    return new JunitCase(
        "comparison", "A and B are comparable", Optional.of(Problem.notComparable(why)));
  }

  private static String values(Row row) {
    return "A %s, B %s%s"
        .formatted(
            Numbers.of(row.a().middle()),
            Numbers.of(row.b().middle()),
            row.result().ratio().map(ratio -> ", B/A " + Numbers.factor(ratio)).orElse(""));
  }

  /** The row as the table has it, a line per column. */
  private static String details(Row row) {
    TextTable table = ComparisonText.table(List.of(row));
    return IntStream.range(0, table.head().size())
        .mapToObj(column -> table.head().get(column) + ": " + table.rows().getFirst().get(column))
        .collect(Collectors.joining("\n"));
  }
}
