package dev.tierbench.run;

import java.util.List;
import java.util.Optional;

/** Whether the numbers of a step are valid: {@code checks.json}. */
public record Checks(String schema, String rules, Verdict verdict, List<Check> checks) {

  public static final String SCHEMA = "tierbench/checks/1";

  public Checks {
    checks = List.copyOf(checks);
  }

  /** The verdict of the step is that of its worst check. */
  public static Checks of(String rules, List<Check> checks) {
    Verdict worst = checks.stream().map(Check::verdict).reduce(Verdict.PASS, Verdict::and);
    return new Checks(SCHEMA, rules, worst, checks);
  }

  /**
   * One rule applied to one step.
   *
   * @param value what was measured; empty when it could not be measured, which {@code message}
   *     explains
   * @param limit what the value was compared with
   */
  public record Check(
      String name,
      Verdict verdict,
      Optional<Double> value,
      Optional<Double> limit,
      String unit,
      String message) {}
}
