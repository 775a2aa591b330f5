package dev.tierbench.rules;

import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HostSpeed;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Compares how long each part of the probe of the host took around a step with the best of the run.
 * Other guests of the machine slow arithmetic down a little and memory by a multiple, and neither
 * CPU time nor {@code steal} tells it from a slower server. The limits are from what values of
 * servers followed: docs/methodology.md.
 */
final class HostSpeedRules {

  private static final List<Part> PARTS =
      List.of(
          new Part(Rules.HOST_SPEED, "arithmetic", new Limit(10, 15), HostSpeed.Best::aluMs),
          new Part(
              Rules.HOST_MEMORY, "loads of memory", new Limit(100, 400), HostSpeed.Best::memoryMs));

  static final List<Rule<MeasuredStep>> ALL = PARTS.stream().map(Part::rule).toList();

  private HostSpeedRules() {}

  /** The check against another best; the check itself when it is of another rule. */
  static Check against(HostSpeed.Best best, Check check, Measurements step, Limits limits) {
    return PARTS.stream()
        .filter(part -> part.name().equals(check.name()))
        .map(part -> part.check(step, Optional.of(best), part.rule().ruling(limits)))
        .findFirst()
        .orElse(check);
  }

  private record Part(
      String name, String what, Limit limit, ToDoubleFunction<HostSpeed.Best> millis) {

    Rule<MeasuredStep> rule() {
      return Rule.rule(name, "%", limit)
          .meaning("how much slower fixed " + what + " ran around the step than at best in the run")
          .always((step, ruling) ->
              check(
                  step.measurements(),
                  step.records().tiers().hostSpeed().flatMap(HostSpeed::best),
                  ruling));
    }

    Check check(Measurements step, Optional<HostSpeed.Best> best, CheckFactory ruling) {
      Optional<HostSpeed.Best> own = HostMetrics.speed(step);
      if (own.isEmpty() || best.isEmpty()) {
        return ruling.unmeasured("the host's speed was not probed around the step");
      }
      double now = millis.applyAsDouble(own.get());
      double over = 100 * (now / millis.applyAsDouble(best.get()) - 1);
      return ruling.below(over, "%s took %.1f ms, %.0f %% over the run's best", what, now, over);
    }
  }
}
