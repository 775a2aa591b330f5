package dev.tierbench.run;

import dev.tierbench.run.Checks.Check;
import java.util.Optional;

/** Holds figures against limits. A figure that could not be measured never passes. */
final class Judge {
  private Judge() {}

  /** PASS below the first limit, WARN from it on, FAIL from the second on. */
  static Check below(
      String name, String unit, double figure, double warn, double fail, String message) {
    Verdict verdict = figure >= fail ? Verdict.FAIL : figure >= warn ? Verdict.WARN : Verdict.PASS;
    return check(name, verdict, figure, verdict == Verdict.FAIL ? fail : warn, unit, message);
  }

  static Check check(
      String name, Verdict verdict, double figure, double limit, String unit, String message) {
    return new Check(
        name, verdict, Optional.of(rounded(figure)), Optional.of(limit), unit, message);
  }

  static Check unmeasured(String name, double limit, String unit, String reason) {
    return new Check(name, Verdict.WARN, Optional.empty(), Optional.of(limit), unit, reason);
  }

  static Check failed(String name, String reason) {
    return new Check(name, Verdict.FAIL, Optional.empty(), Optional.empty(), "", reason);
  }

  private static double rounded(double figure) {
    return Math.round(figure * 1_000) / 1_000.0;
  }
}
