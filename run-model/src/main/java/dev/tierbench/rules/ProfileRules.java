package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;

import dev.tierbench.metrics.Metrics;
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
                  step.records().profile().map(profile -> sampled(step, profile, ruling))),
          rule("profile_overhead", "%", Limit.warn(10))
              .meaning(
                  "how much more CPU a request takes in the profiled window than in the measured one; the"
                      + " stacks of one that takes more are partly the profiler's")
              .when((step, ruling) ->
                  step.records()
                      .profile()
                      .filter(profile -> profile.failure().isEmpty())
                      .map(profile -> overhead(step, ruling))),
          rule("profile_switches", "%", Limit.warn(5))
              .meaning(
                  "how far the sampled context switches of a request are from those that were counted in"
                      + " the traced window")
              .when((step, ruling) ->
                  step.records()
                      .profile()
                      .flatMap(profile -> profile.part(ProfileKind.SWITCHES))
                      .map(any -> switches(step, ruling))));

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

  private static Check overhead(MeasuredStep step, CheckFactory ruling) {
    return step.measurements()
        .get(Metrics.PROFILE_CPU_OVERHEAD)
        .map(percent ->
            ruling.upTo(percent, "CPU per request %+.1f %% against the measured window", percent))
        .orElseGet(() -> ruling.unmeasured("CPU per request is missing in one of the windows"));
  }

  private static Check switches(MeasuredStep step, CheckFactory ruling) {
    return ProfileMetrics.sampledSwitchesPercent(step.records(), step.measurements())
        .map(percent ->
            ruling.below(
                Math.abs(percent - ALL_OF_IT),
                "the samples stand for %.1f %% of the context switches that were counted",
                percent))
        .orElseGet(() -> ruling.unmeasured("the context switches of a request were not counted"));
  }
}
