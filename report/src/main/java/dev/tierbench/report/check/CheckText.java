package dev.tierbench.report.check;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.TerminalText;
import dev.tierbench.run.TextTable;
import dev.tierbench.run.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The verdicts of the rules as a table: value, limit and verdict per step. */
public final class CheckText {

  private static final List<String> HEAD =
      List.of("step", "check", "verdict", "before", "value", "limit", "unit", "");

  private CheckText() {}

  /** The lines; without {@code all} only what did not pass or has another verdict than before. */
  public static List<String> lines(List<RecheckedStep> steps, boolean all) {
    List<List<String>> rows = new ArrayList<>();
    for (RecheckedStep step : steps) {
      for (Check check : step.checks().checks()) {
        String before = before(step, check);
        if (all || check.verdict() != Verdict.PASS || !before.equals(check.verdict().name())) {
          rows.add(row(step, check, before));
        }
      }
    }
    List<String> lines = new ArrayList<>();
    if (!rows.isEmpty()) {
      lines.addAll(new TextTable(HEAD, rows).text());
      lines.add("");
    }
    lines.add(summary(steps));
    return lines;
  }

  private static List<String> row(RecheckedStep step, Check check, String before) {
    return List.of(
        step.step().name(),
        TerminalText.line(check.name()),
        check.verdict().name(),
        before,
        Numbers.of(check.value()),
        Numbers.of(check.limit()),
        TerminalText.line(check.unit()),
        TerminalText.line(check.message()));
  }

  /** The verdict that the folder holds. */
  private static String before(RecheckedStep step, Check check) {
    return step.step().checkList().stream()
        .filter(stored -> stored.name().equals(check.name()))
        .map(stored -> stored.verdict().name())
        .findFirst()
        .orElse(Numbers.NOT_MEASURED);
  }

  private static String summary(List<RecheckedStep> steps) {
    return "%d steps: %d PASS, %d WARN, %d FAIL"
        .formatted(
            steps.size(),
            count(steps, Verdict.PASS),
            count(steps, Verdict.WARN),
            count(steps, Verdict.FAIL));
  }

  private static long count(List<RecheckedStep> steps, Verdict verdict) {
    return steps.stream().filter(step -> step.checks().verdict() == verdict).count();
  }
}
