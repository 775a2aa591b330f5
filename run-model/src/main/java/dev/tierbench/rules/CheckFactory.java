package dev.tierbench.rules;

import com.google.errorprone.annotations.FormatMethod;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * Makes the check of one rule. A value that could not be measured never passes. Messages are
 * formats with their arguments, as {@link String#format} takes them.
 */
public record CheckFactory(String name, String unit, Limit limit) {

  /** PASS below the first limit, WARN from it on, FAIL from the second on. */
  @FormatMethod
  Check below(double value, String message, Object... arguments) {
    return graded(value, bound -> value >= bound, text(message, arguments));
  }

  /** PASS from the first limit on, WARN below it, FAIL below the second. */
  @FormatMethod
  Check atLeast(double value, String message, Object... arguments) {
    return graded(value, bound -> value < bound, text(message, arguments));
  }

  /** PASS up to the first limit, WARN beyond it, FAIL beyond the second. */
  @FormatMethod
  Check upTo(double value, String message, Object... arguments) {
    return graded(value, bound -> value > bound, text(message, arguments));
  }

  /** PASS below the second limit, and WARN from there on; with one limit, from that on. */
  @FormatMethod
  Check belowSecond(double value, String message, Object... arguments) {
    Optional<Double> second = limit.fail().or(limit::warn);
    boolean reached = second.filter(bound -> value >= bound).isPresent();
    return check(
        reached ? Verdict.WARN : Verdict.PASS,
        value,
        second.orElse(0.0),
        "%s",
        text(message, arguments));
  }

  private Check graded(double value, DoublePredicate isBeyond, String message) {
    if (!Double.isFinite(value)) {
      return check(Verdict.WARN, value, "%s", message);
    }
    Optional<Double> failed = limit.fail().filter(isBeyond::test);
    boolean warned = limit.warn().filter(isBeyond::test).isPresent();
    Verdict verdict = failed.isPresent() ? Verdict.FAIL : warned ? Verdict.WARN : Verdict.PASS;
    return check(verdict, value, failed.orElse(firstLimit()), "%s", message);
  }

  /** The limit that a value meets first. */
  double firstLimit() {
    return limit.warn().or(limit::fail).orElse(0.0);
  }

  /** Makes a check with the rule's own limit. */
  @FormatMethod
  Check check(Verdict verdict, double value, String message, Object... arguments) {
    return check(verdict, value, firstLimit(), message, arguments);
  }

  /**
   * Makes a check with a limit that is in the data. A value that is not finite is not stated, and
   * passes nothing.
   */
  @FormatMethod
  Check check(
      Verdict verdict, double value, double limitOfData, String message, Object... arguments) {
    Optional<Double> limitStated = Optional.of(limitOfData).filter(Double::isFinite);
    String text = text(message, arguments);
    return Double.isFinite(value)
        ? new Check(name, verdict, Optional.of(rounded(value)), limitStated, unit, text)
        : new Check(
            name,
            verdict.and(Verdict.WARN),
            Optional.empty(),
            limitStated,
            unit,
            "not measured: %s is not a finite number; %s".formatted(value, text));
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }

  /** What it asks for is not part of the step. */
  Check doesNotApply(String reason) {
    return new Check(
        name, Verdict.PASS, Optional.empty(), Optional.empty(), unit, "does not apply: " + reason);
  }

  @FormatMethod
  Check unmeasured(String reason, Object... arguments) {
    return unmeasured(firstLimit(), text(reason, arguments));
  }

  Check unmeasured(double limitOfData, String reason) {
    return new Check(name, Verdict.WARN, Optional.empty(), Optional.of(limitOfData), unit, reason);
  }

  @FormatMethod
  Check failed(String reason, Object... arguments) {
    return new Check(
        name, Verdict.FAIL, Optional.empty(), Optional.empty(), "", text(reason, arguments));
  }

  @FormatMethod
  static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
