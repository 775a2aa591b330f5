package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;

import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Profile;
import java.util.List;

/** The rules of the profiled window. None fails a step: its measured window has no profiler. */
final class ProfileRules {

  private static final double ALL_OF_IT = 100;

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          rule("profile", "%", Limit.warn(25))
              .meaning(
                  "how far the sampled CPU is from the CPU that the kernel counted in the profiled window")
              .when((step, ruling) ->
                  step.records().profile().map(profile -> sampled(step, profile, ruling))));

  private ProfileRules() {}

  private static Check sampled(MeasuredStep step, Profile profile, CheckFactory ruling) {
    if (profile.failure().isPresent()) {
      return ruling.unmeasured("no profile: %s", profile.failure().get());
    }
    if (profile.part(ProfileKind.CPU).isEmpty()) {
      return ruling.doesNotApply("CPU was not sampled");
    }
    return ProfileMetrics.sampledCpuPercent(step.records())
        .map(percent ->
            ruling.below(
                Math.abs(percent - ALL_OF_IT),
                "the samples stand for %.0f %% of the CPU that the kernel counted",
                percent))
        .orElseGet(() -> ruling.unmeasured("the kernel's count of the CPU is missing"));
  }
}
