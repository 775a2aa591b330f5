package dev.tierbench.rules;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;
import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.metrics.OverloadMetrics;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import java.util.List;
import java.util.Optional;

/** The rules of an overload: that it was one, that the server met it, and what came after. */
final class OverloadRules {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          Rule.rule("overload", "%", Limit.warn(99))
              .meaning(
                  "overload: correct answers meanwhile, of the requests that were offered; from there on"
                      + " the server was not overloaded. FAIL when the generator's connections were"
                      + " all busy with a server that was no slower than before and whose cores were"
                      + " below 70 %")
              .when((step, ruling) -> overload(step).map(phase -> overloaded(step, phase, ruling))),
          Rule.rule("overload_generator", "%", new Limit(99, 90))
              .meaning(
                  "overload: at least this share of the sends was not over 1 ms late though a"
                      + " connection was free")
              .on(OverloadRules::overload, OverloadRules::onTime),
          Rule.rule("recovery", "s", Limit.NONE)
              .meaning(
                  "overload: WARN when median latency and correct answers of a second were not those of"
                      + " before again while it was watched")
              .on(OverloadRules::recovery, OverloadRules::recovered));

  /** Utilisation in percent of the server's cores below which they are far from the limit. */
  private static final double FAR_FROM_SATURATED = 70;

  /**
   * Least share of its connections that a generator needs for the answers of an overload at the
   * latency of before, when nothing but its connections is the limit. It is below 1 since the first
   * answers of the overload are to requests from before.
   */
  private static final double BOUND_BY_CONNECTIONS = 0.75;

  private OverloadRules() {}

  private static Optional<LoadResult.Phase> overload(MeasuredStep step) {
    return step.records().load(PhaseName.OVERLOAD);
  }

  private static Optional<HttpStep> recovery(MeasuredStep step) {
    return Optional.of(step.records()).filter(of -> of.load(PhaseName.RECOVERY).isPresent());
  }

  private static Check overloaded(MeasuredStep step, LoadResult.Phase phase, CheckFactory ruling) {
    Optional<Double> share = share(phase);
    if (share.isEmpty()) {
      return ruling.unmeasured("how much of the rate was sent is not known");
    }
    double percent = 100 * share.get();
    Check kept =
        ruling
            .below(percent, "%.1f %% of what was offered was answered meanwhile", percent)
            .unlessPassed(": the server kept up, and what it does in an overload is not seen");
    return Optional.of(kept)
        .filter(check -> check.verdict() == Verdict.PASS && isBoundByConnections(step, phase))
        .flatMap(check -> idlePercent(step))
        .map(busy ->
            ruling.check(
                Verdict.FAIL,
                percent,
                "%.1f %% of what was offered was answered meanwhile, but the %d connections of the"
                    + " generator were all busy and the server was not (its cores %.0f %% busy, latency"
                    + " close to that of before): what waited did so in the generator; give more"
                    + " --connections",
                percent,
                connections(step),
                busy))
        .orElse(kept);
  }

  /** How busy the server's cores were in the overload, when that is far from their limit. */
  private static Optional<Double> idlePercent(MeasuredStep step) {
    return SchedulingRules.serverBusyPercent(step, PhaseName.OVERLOAD)
        .filter(busy -> busy < FAR_FROM_SATURATED);
  }

  /**
   * Whether arrivals waited for a connection of the generator while the server still answered as
   * fast as before: by Little's law its answers at that latency took nearly all the connections. A
   * server at a limit of its own answers fewer, or later.
   */
  private static boolean isBoundByConnections(MeasuredStep step, LoadResult.Phase phase) {
    boolean waited = phase.unsent().filter(unsent -> unsent > 0).isPresent();
    return waited
        && !Limitation.isAtQuota(step.records().tiers(PhaseName.OVERLOAD))
        && step.measured()
            .serviceTimeUs()
            .mean()
            .filter(micros ->
                phase.throughputRps() * micros / MICROS_PER_SECOND
                    >= BOUND_BY_CONNECTIONS * connections(step))
            .isPresent();
  }

  private static int connections(MeasuredStep step) {
    return step.records().load().load().connections();
  }

  /** Answers within the phase, of the requests that were due in it. */
  private static Optional<Double> share(LoadResult.Phase phase) {
    return phase
        .started()
        .flatMap(started ->
            phase
                .carriedIn()
                .flatMap(carried ->
                    phase
                        .rateRatio()
                        .filter(ratio -> ratio > 0 && started > carried)
                        .map(ratio -> phase.ok() * ratio / (started - carried))));
  }

  private static Check onTime(LoadResult.Phase phase, CheckFactory ruling) {
    if (phase.lateWithConnectionRatio().isEmpty()) {
      return ruling.unmeasured("the generator does not report when its requests left");
    }
    double percent = 100 * phase.lateWithConnectionRatio().get();
    return ruling
        .atLeast(
            100 - percent,
            "%.2f %% of the sends were over 1 ms late though a connection was free",
            percent)
        .unlessPassed(": the generator was overloaded itself");
  }

  private static Check recovered(HttpStep step, CheckFactory ruling) {
    Optional<OverloadMetrics.Second> usual = OverloadMetrics.usual(step);
    if (usual.isEmpty()) {
      return ruling.unmeasured("latency and answers of each second were not recorded");
    }
    double before = millis(usual.get()).orElseThrow();
    Optional<Integer> back = OverloadMetrics.recoverySeconds(step);
    if (back.isPresent()) {
      return ruling.check(
          Verdict.PASS,
          back.get(),
          "the median latency (%.1f ms) and the correct answers (%d in a second) were those of"
              + " before from the end of second %d on",
          before,
          usual.get().ok(),
          back.get());
    }
    return ruling.unmeasured(
        "the median latency did not come back to %.1f ms with %d correct answers in a second, in"
            + " %.0f s%s",
        before,
        usual.get().ok(),
        step.load(PhaseName.RECOVERY).orElseThrow().seconds(),
        OverloadMetrics.last(step).map(OverloadRules::inTheLast).orElse(""));
  }

  private static String inTheLast(OverloadMetrics.Second last) {
    String latency =
        millis(last)
            .map(millis -> CheckFactory.text("it was %.1f ms", millis))
            .orElse("there were too few for one");
    return CheckFactory.text("; %s with %d in the last one", latency, last.ok());
  }

  private static Optional<Double> millis(OverloadMetrics.Second second) {
    return second.medianUs().map(micros -> micros / MICROS_PER_MILLI);
  }
}
