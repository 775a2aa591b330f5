package dev.tierbench.run.record;

import dev.tierbench.run.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * Whether the numbers of a step are valid: {@code checks.json}.
 *
 * @param limitedBy what kept the step from more throughput, of one that was measured over HTTP
 */
public record Checks(
    String schema,
    String rules,
    Verdict verdict,
    Optional<LimitedBy> limitedBy,
    List<Check> checks) {

  public static final String SCHEMA = "tierbench/checks/1";

  /** A record cannot claim a better verdict than that of its worst check. */
  public Checks {
    checks = List.copyOf(checks);
    verdict = checks.stream().map(Check::verdict).reduce(verdict, Verdict::and);
  }

  /** The verdict of the step is that of its worst check. */
  public static Checks of(String rules, List<Check> checks) {
    return new Checks(SCHEMA, rules, Verdict.PASS, Optional.empty(), checks);
  }

  /** The same, and what kept the step from more. */
  public Checks limitedBy(LimitedBy cause) {
    return new Checks(schema, rules, verdict, Optional.of(cause), checks);
  }

  /**
   * What kept a step from more throughput.
   *
   * @param what the same words for the same cause
   * @param detail of this step
   */
  public record LimitedBy(String what, String detail) {
    public String text() {
      return what + " (" + detail + ")";
    }
  }

  /** The checks that made the verdict what it is; none of a step that passed. */
  public List<Check> deciding() {
    return verdict == Verdict.PASS
        ? List.of()
        : checks.stream().filter(check -> check.verdict() == verdict).toList();
  }

  /** The check of that name. */
  public Optional<Check> named(String name) {
    return checks.stream().filter(check -> check.name().equals(name)).findFirst();
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
      String message) {

    /** The same with more in its message, unless it passed. */
    public Check unlessPassed(String more) {
      return verdict == Verdict.PASS
          ? this
          : new Check(name, verdict, value, limit, unit, message + more);
    }

    /** The same with that verdict, if it is the worse one. */
    public Check noBetterThan(Verdict other) {
      return new Check(name, verdict.and(other), value, limit, unit, message);
    }
  }
}
