package dev.tierbench.report;

import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.MissingCounterpart;
import dev.tierbench.report.compare.MissingRow;
import dev.tierbench.report.compare.Row;
import dev.tierbench.run.file.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
   * @param decided whether a row that the trials leave open fails, too, and one that was to be
   *     decided and is not there
   */
  static CompareGate of(Comparison comparison, boolean decided) {
    List<MissingCounterpart> lost = comparison.lost();
    List<Row> overruled = comparison.overruledWorse();
    List<String> lines = new ArrayList<>();
    lost.forEach(missing -> lines.add(missing.kind() + ": " + TerminalText.line(missing.line())));
    if (!lost.isEmpty()) {
      lines.add("not comparable: B lost servers, levels, trials or values that A has");
    }
    overruled.forEach(row -> lines.add(TerminalText.line(row.line())));
    if (!overruled.isEmpty()) {
      lines.add(
          "cannot tell: worse by the trials, which do not decide for the reason given; if the host"
              + " was slower, compare A and B in one run, or on the same host at the same speed");
    }
    List<String> open = decided ? open(comparison) : List.of();
    open.forEach(line -> lines.add("undecided: " + TerminalText.line(line)));
    return new CompareGate(exitCode(comparison, lost, overruled, open), lines);
  }

  private static List<String> open(Comparison comparison) {
    return Stream.concat(
            comparison.open().stream().map(Row::line),
            comparison.openWithoutRow().stream().map(MissingRow::line))
        .toList();
  }

  private static int exitCode(
      Comparison comparison,
      List<MissingCounterpart> lost,
      List<Row> overruled,
      List<String> open) {
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
