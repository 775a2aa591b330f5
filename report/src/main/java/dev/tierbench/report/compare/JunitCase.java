package dev.tierbench.report.compare;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.TextTable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a CI server shows of a row, or of a cell that no row could be made of, as one test. */
record JunitCase(String className, String name, Outcome outcome) {

  /** What a test came to. */
  sealed interface Outcome {
    record Passed() implements Outcome {}

    record Failed(String message, String details) implements Outcome {}

    record Skipped(String message) implements Outcome {}

    record NotComparable(String message) implements Outcome {}
  }

  static JunitCase of(Row row) {
    String verdict = ComparisonText.verdict(row.result());
    return new JunitCase(
        row.key().cell(),
        row.key().metric() + row.key().part(),
        switch (row.result().conclusion()) {
          case BETTER, EQUIVALENT -> new Outcome.Passed();
          case WORSE -> new Outcome.Failed(verdict + ": " + values(row), details(row));
          case INCONCLUSIVE, ONE_TRIAL, NOT_MEASURED -> new Outcome.Skipped(verdict);
        });
  }

  /** A cell that B lost does not pass for one that was left out. */
  static JunitCase of(MissingCounterpart missing) {
    return new JunitCase(
        missing.cell(),
        "has a valid step on both sides",
        missing.lost()
            ? new Outcome.NotComparable(missing.sides())
            : new Outcome.Skipped("not comparable: " + missing.sides()));
  }

  /** The only one of two sides that were not compared. */
  static JunitCase refused(String why) {
    return new JunitCase("comparison", "A and B are comparable", new Outcome.NotComparable(why));
  }

  private static String values(Row row) {
    return "A "
        + Numbers.of(row.a().middle())
        + ", B "
        + Numbers.of(row.b().middle())
        + row.result().ratio().map(ratio -> ", B/A " + Numbers.factor(ratio)).orElse("");
  }

  /** The row as the table has it, a line per column. */
  private static String details(Row row) {
    TextTable table = ComparisonText.table(List.of(row));
    return IntStream.range(0, table.head().size())
        .mapToObj(column -> table.head().get(column) + ": " + table.rows().getFirst().get(column))
        .collect(Collectors.joining("\n"));
  }
}
