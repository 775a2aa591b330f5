package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The windows of a step in which something is attached, one after the other: first the tracer, then
 * the profiler.
 */
record AttachedWindows(Optional<TraceWindow> trace, Optional<ProfileWindow> profile)
    implements LoadRun.Listener, AutoCloseable {

  /**
   * Those that a plan has for the steps of a trial.
   *
   * @param roles a file of rules in front of the common ones
   * @throws StepFault when it is no longer readable
   */
  static AttachedWindows over(
      HttpPlan plan,
      Plan.Trial trial,
      RunFolder.Step step,
      List<RunningTier> tiers,
      MeasuredHosts hosts,
      Optional<String> roles)
      throws StepFault {
    Optional<HttpPlan.Trace> trace = plan.trace(trial);
    Optional<HttpPlan.Profiling> profile = plan.windows().profile();
    return new AttachedWindows(
        trace.isPresent()
            ? Optional.of(TraceWindow.over(trace.get(), step, tiers, hosts, roles))
            : Optional.empty(),
        profile.isPresent()
            ? Optional.of(ProfileWindow.over(profile.get(), step, tiers, roles))
            : Optional.empty());
  }

  /** What was counted, of a step that is traced. */
  Optional<Observed> finishTrace() throws StepFault, InterruptedException {
    return trace.isPresent() ? Optional.of(trace.get().finish()) : Optional.empty();
  }

  List<AttachedWindow> inOrder() {
    return Stream.<AttachedWindow>concat(trace.stream(), profile.stream()).toList();
  }

  /** What the load generator has to append to its phases. */
  String phases() {
    return inOrder().stream()
        .map(window ->
            ","
                + window.attach().id()
                + "="
                + Settling.HOLD
                + Durations.typed(AttachedWindow.LONGEST_ATTACH_SECONDS)
                + ","
                + window.phase().id()
                + "="
                + Durations.typed(window.seconds()))
        .collect(Collectors.joining());
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    for (AttachedWindow window : inOrder()) {
      window.on(loadgen, event);
    }
  }

  void afterBoundary(LoadEvent event) throws IOException, InterruptedException {
    for (AttachedWindow window : inOrder()) {
      window.afterBoundary(event);
    }
  }

  @Override
  public void close() throws StepFault {
    try {
      if (profile.isPresent()) {
        profile.get().close();
      }
    } finally {
      if (trace.isPresent()) {
        trace.get().close();
      }
    }
  }
}
