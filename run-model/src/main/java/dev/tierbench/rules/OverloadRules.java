package dev.tierbench.rules;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

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
                      + " the server was not overloaded")
              .on(OverloadRules::overload, OverloadRules::overloaded),
          Rule.rule("overload_generator", "%", new Limit(99, 90))
              .meaning(
                  "overload: at least this share of the sends was not over 1 ms late though a"
                      + " connection was free")
              .on(OverloadRules::overload, OverloadRules::onTime),
          Rule.rule("recovery", "s", Limit.NONE)
              .meaning(
                  "overload: WARN when the median latency of a second was not that of before again"
                      + " while it was watched")
              .on(OverloadRules::recovery, OverloadRules::recovered));

  private OverloadRules() {}

  private static Optional<LoadResult.Phase> overload(MeasuredStep step) {
    return step.records().load(PhaseName.OVERLOAD);
  }

  private static Optional<HttpStep> recovery(MeasuredStep step) {
    return Optional.of(step.records()).filter(of -> of.load(PhaseName.RECOVERY).isPresent());
  }

  private static Check overloaded(LoadResult.Phase phase, CheckFactory ruling) {
    Optional<Double> share = share(phase);
    if (share.isEmpty()) {
      return ruling.unmeasured("how much of the rate was sent is not known");
    }
    double percent = 100 * share.get();
    return ruling
        .below(percent, "%.1f %% of what was offered was answered meanwhile", percent)
        .unlessPassed(": the server kept up, and what it does in an overload is not seen");
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
    Optional<Double> usual = OverloadMetrics.usualMicros(step);
    if (usual.isEmpty()) {
      return ruling.unmeasured("the median latency of each second was not recorded");
    }
    double before = usual.get() / MICROS_PER_MILLI;
    Optional<Integer> back = OverloadMetrics.recoverySeconds(step);
    if (back.isPresent()) {
      return ruling.check(
          Verdict.PASS,
          back.get(),
          "the median latency was that of before (%.1f ms) from the end of second %d on",
          before,
          back.get());
    }
    return ruling.unmeasured(
        "the median latency did not come back to %.1f ms in %.0f s%s",
        before,
        step.load(PhaseName.RECOVERY).orElseThrow().seconds(),
        OverloadMetrics.lastMicros(step)
            .map(micros ->
                CheckFactory.text("; it was %.1f ms in the last one", micros / MICROS_PER_MILLI))
            .orElse("; the last one had too few answers"));
  }
}
