package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.harness.http.drive.StepPhases;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The windows of a step in which something is attached, one after the other: first the tracer, then
 * the profiler.
 */
public record AttachedWindows(Optional<TraceWindow> trace, Optional<ProfileWindow> profile)
    implements AutoCloseable {

  /**
   * Makes the windows that a plan has for the steps of a trial.
   *
   * @param roles a file of rules in front of the common ones
   * @throws StepFault when it is no longer readable
   */
  public static AttachedWindows over(
      HttpPlan plan,
      Plan.Trial trial,
      RunFolder.Step step,
      List<RunningTier> tiers,
      MeasuredHosts hosts,
      Optional<String> roles)
      throws StepFault, InterruptedException {
    Optional<HttpPlan.Trace> traced = plan.trace(trial);
    Optional<HttpPlan.Profiling> profiled = plan.windows().profile();
    boolean rolesCount = roles.isPresent() && (traced.isPresent() || profiled.isPresent());
    Optional<String> rules =
        StepFault.explained(
            "cannot read the rules for roles",
            () ->
                rolesCount
                    ? Optional.of(Files.readString(Path.of(roles.get())))
                    : Optional.empty());
    return new AttachedWindows(
        traced.map(window -> new TraceWindow(window, step, tiers, hosts, rules)),
        profiled.map(window -> new ProfileWindow(window, step, tiers, rules)));
  }

  /** Writes and returns what was counted; empty of a step that is not traced. */
  public Optional<Observation> finishTrace() throws IOException, InterruptedException {
    return trace.isPresent() ? Optional.of(trace.get().finish()) : Optional.empty();
  }

  List<AttachedWindow> inOrder() {
    return Stream.<AttachedWindow>concat(trace.stream(), profile.stream()).toList();
  }

  /** The phases that the load generator has to append. */
  public List<StepPhases.Attached> phases() {
    return inOrder().stream().map(AttachedWindow::phases).toList();
  }

  /** Writes and returns what was sampled; empty of a step that is not profiled. */
  public Optional<Profile> finishProfile() {
    return profile.map(ProfileWindow::finish);
  }

  @Override
  public void close() throws IOException {
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
