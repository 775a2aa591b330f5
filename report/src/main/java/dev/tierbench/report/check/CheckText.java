package dev.tierbench.report.check;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.rules.Limits;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.file.TextTable;
import dev.tierbench.run.record.Checks.Check;
import java.util.ArrayList;
import java.util.List;

/** The verdicts of the rules as a table: value, limit and verdict per step. */
public final class CheckText {

  private static final List<String> HEAD =
      List.of("step", "check", "verdict", "before", "value", "limit", "unit", "");

  private static final List<String> DIFFERENCES =
      List.of("step", "value", "stored", "from the raw records");

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
    lines.addAll(differences(steps));
    lines.add(summary(steps));
    return lines;
  }

  /** The stored values that the raw records do not give. */
  private static List<String> differences(List<RecheckedStep> steps) {
    List<List<String>> rows = new ArrayList<>();
    for (RecheckedStep step : steps) {
      for (Difference difference : step.differences()) {
        rows.add(
            List.of(
                TerminalText.line(step.step().name()),
                TerminalText.line(difference.value()),
                difference.stored(),
                TerminalText.line(difference.recomputed())));
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(new TextTable(DIFFERENCES, rows).text());
    lines.add("");
    lines.add(
        "stored values that the raw records do not give: %d%s"
            .formatted(rows.size(), earlier(steps)));
    return lines;
  }

  /** An earlier version may have had other formulas. */
  private static String earlier(List<RecheckedStep> steps) {
    List<String> versions =
        steps.stream()
            .filter(step -> !step.differences().isEmpty())
            .flatMap(step -> step.step().checks().stream())
            .map(checks -> TerminalText.line(checks.rules()))
            .filter(rules -> !rules.equals(Limits.DEFAULT.version()))
            .distinct()
            .toList();
    return versions.isEmpty()
        ? "; they were edited, or belong to another step"
        : "; they were stored under %s, and formulas may have changed up to %s"
            .formatted(String.join(", ", versions), Limits.DEFAULT.version());
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
