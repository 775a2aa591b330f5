package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Verdict;
import java.util.Locale;
import java.util.Optional;

/** Holds figures against limits. A figure that could not be measured never passes. */
final class Verdicts {
  private Verdicts() {}

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

  /**
   * Failed requests of a phase over those that ended in it.
   *
   * @param reasons to end the message with
   */
  static Check failedRequests(String name, LoadResult.Phase phase, Limits limits, String reasons) {
    long failed = phase.failed().total();
    long ended = phase.ok() + failed;
    if (ended == 0) {
      return failed(name, "no request ended inside the window");
    }
    double percent = 100.0 * failed / ended;
    Verdict verdict =
        percent > limits.failedFail()
            ? Verdict.FAIL
            : percent > limits.failedWarn() ? Verdict.WARN : Verdict.PASS;
    double limit = verdict == Verdict.FAIL ? limits.failedFail() : limits.failedWarn();
    String message = String.format(Locale.ROOT, "%d of %d requests failed", failed, ended);
    return check(name, verdict, percent, limit, "%", message + reasons);
  }

  private static double rounded(double figure) {
    return Math.round(figure * 1_000) / 1_000.0;
  }
}
