package dev.tierbench.report;

import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.MissingCounterpart;
import dev.tierbench.report.compare.Row;
import dev.tierbench.run.file.TerminalText;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether B passes for no worse than A, as an exit code.
 *
 * @param lines why it does not, as far as the table does not say it
 */
record CompareGate(int exitCode, List<String> lines) {

  private static final int WORSE = 1;
  private static final int LOST = 3;
  private static final int CANNOT_TELL = 4;
  private static final int UNDECIDED = 5;

  CompareGate {
    lines = List.copyOf(lines);
  }

  /**
   * What is worse counts before what is lost, that before what cannot be told, and that before what
   * is open.
   *
   * @param decided whether a row that the trials leave open fails, too
   */
  static CompareGate of(Comparison comparison, boolean decided) {
    List<MissingCounterpart> lost = comparison.lost();
    List<Row> overruled = comparison.overruledWorse();
    List<String> lines = new ArrayList<>();
    lost.forEach(missing -> lines.add(missing.kind() + ": " + TerminalText.line(missing.line())));
    if (!lost.isEmpty()) {
      lines.add("not comparable: B lost servers, levels or trials that A has");
    }
    overruled.forEach(row -> lines.add(TerminalText.line(row.line())));
    if (!overruled.isEmpty()) {
      lines.add(
          "cannot tell: worse by the trials, and the host was slower too; compare A and B in one"
              + " run, or on the same host at the same speed");
    }
    List<Row> open = decided ? comparison.open() : List.of();
    open.forEach(row -> lines.add("undecided: " + TerminalText.line(row.line())));
    return new CompareGate(exitCode(comparison, lost, overruled, open), lines);
  }

  private static int exitCode(
      Comparison comparison, List<MissingCounterpart> lost, List<Row> overruled, List<Row> open) {
    if (comparison.anyWorse()) {
      return WORSE;
    }
    if (!lost.isEmpty()) {
      return LOST;
    }
    if (!overruled.isEmpty()) {
      return CANNOT_TELL;
    }
    return open.isEmpty() ? 0 : UNDECIDED;
  }
}
