package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Verdict;
import java.util.Optional;

/** Makes the check of one rule. A value that could not be measured never passes. */
public record Ruling(String name, String unit, Limit limit) {

  /** PASS below the first limit, WARN from it on, FAIL from the second on. */
  Check below(double value, String message) {
    return graded(
        value, message, limit.fail().filter(l -> value >= l), limit.warn().filter(l -> value >= l));
  }

  /** PASS from the first limit on, WARN below it, FAIL below the second. */
  Check atLeast(double value, String message) {
    return graded(
        value, message, limit.fail().filter(l -> value < l), limit.warn().filter(l -> value < l));
  }

  /** PASS up to the first limit, WARN beyond it, FAIL beyond the second. */
  Check upTo(double value, String message) {
    return graded(
        value, message, limit.fail().filter(l -> value > l), limit.warn().filter(l -> value > l));
  }

  private Check graded(
      double value, String message, Optional<Double> failed, Optional<Double> warned) {
    Verdict verdict =
        failed.isPresent() ? Verdict.FAIL : warned.isPresent() ? Verdict.WARN : Verdict.PASS;
    return check(verdict, value, failed.orElse(firstLimit()), message);
  }

  /** The limit that a value meets first. */
  double firstLimit() {
    return limit.warn().or(limit::fail).orElse(0.0);
  }

  /** With the rule's own limit. */
  Check check(Verdict verdict, double value, String message) {
    return check(verdict, value, firstLimit(), message);
  }

  /** With a limit that is in the data. */
  Check check(Verdict verdict, double value, double limitOfData, String message) {
    return new Check(
        name, verdict, Optional.of(rounded(value)), Optional.of(limitOfData), unit, message);
  }

  /** What it asks for is not part of the step. */
  Check doesNotApply(String reason) {
    return new Check(
        name, Verdict.PASS, Optional.empty(), Optional.empty(), unit, "does not apply: " + reason);
  }

  Check unmeasured(String reason) {
    return unmeasured(firstLimit(), reason);
  }

  Check unmeasured(double limitOfData, String reason) {
    return new Check(name, Verdict.WARN, Optional.empty(), Optional.of(limitOfData), unit, reason);
  }

  Check failed(String reason) {
    return new Check(name, Verdict.FAIL, Optional.empty(), Optional.empty(), "", reason);
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
