package dev.tierbench.rules;

import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.HostSpeed;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares how long the probe of the host took around a step with the best of the run. Other guests
 * of the machine slow memory down by a multiple, and neither CPU time nor {@code steal} tells it
 * from a slower server.
 */
final class HostSpeedRule {

  static final Rule<MeasuredStep> HOST_SPEED =
      new Rule<>(
          Rules.HOST_SPEED,
          "%",
          new Limit(25, 50),
          "how much slower fixed work ran around the step than at best in the run",
          (step, ruling) ->
              Optional.of(
                  check(
                      step.measurements(),
                      step.records().tiers().hostSpeed().flatMap(HostSpeed::best),
                      ruling)));

  private HostSpeedRule() {}

  static Check check(Measurements step, Optional<HostSpeed.Best> best, Limits limits) {
    return check(
        step, best, new Ruling(HOST_SPEED.name(), HOST_SPEED.unit(), limits.of(HOST_SPEED)));
  }

  private static Check check(Measurements step, Optional<HostSpeed.Best> best, Ruling ruling) {
    Optional<HostSpeed.Best> own = HostMetrics.speed(step);
    if (own.isEmpty() || best.isEmpty()) {
      return ruling.unmeasured("the host's speed was not probed around the step");
    }
    HostSpeed.Best now = own.get();
    double alu = percentOver(best.get().aluMs(), now.aluMs());
    double memory = percentOver(best.get().memoryMs(), now.memoryMs());
    return ruling.below(
        Math.max(alu, memory),
        String.format(
            Locale.ROOT,
            "loads of memory took %.1f ms, %+.0f %% of the run's best; arithmetic %.1f ms, %+.0f %%",
            now.memoryMs(),
            memory,
            now.aluMs(),
            alu));
  }

  private static double percentOver(double best, double now) {
    return 100 * (now / best - 1);
  }
}
