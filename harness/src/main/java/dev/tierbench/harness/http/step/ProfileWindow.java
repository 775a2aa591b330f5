package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.profile.ProfileOrder;
import dev.tierbench.observer.profile.ProfileResult;
import dev.tierbench.observer.profile.ProfileSession;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.GoCommand;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Profile;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The profiled phase of one step: the profiler samples from before the phase until after it, and
 * only what it sampled in the phase is read. {@link #finish} comes after the load. A profile that
 * cannot be had fails no step: the measured window is over.
 */
public final class ProfileWindow implements AttachedWindow {

  private final HttpPlan.ProfileWindow plan;
  private final RunFolder.Step step;
  private final RunningTier server;
  private final Roles roles;
  private Optional<ProfileSession> session = Optional.empty();
  private Optional<Instant> from = Optional.empty();
  private Optional<Instant> to = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private boolean closed;

  private ProfileWindow(
      HttpPlan.ProfileWindow plan, RunFolder.Step step, RunningTier server, Roles roles) {
    this.plan = plan;
    this.step = step;
    this.server = server;
    this.roles = roles;
  }

  /**
   * A window over the server.
   *
   * @param roles a file of rules in front of the common ones
   * @throws StepFault when it is no longer readable
   */
  static ProfileWindow over(
      HttpPlan.ProfileWindow plan,
      RunFolder.Step step,
      List<RunningTier> tiers,
      Optional<String> roles)
      throws StepFault {
    RunningTier server =
        tiers.stream()
            .filter(tier -> tier.name().equals(Tier.SERVER.id()))
            .findFirst()
            .orElseThrow();
    try {
      Roles common = Roles.standard();
      return new ProfileWindow(
          plan, step, server, roles.isPresent() ? common.extendedBy(Path.of(roles.get())) : common);
    } catch (IOException e) {
      throw new StepFault("cannot read the rules for roles: " + e.getMessage(), e);
    }
  }

  @Override
  public PhaseName attach() {
    return PhaseName.PROFILE_ATTACH;
  }

  @Override
  public PhaseName phase() {
    return PhaseName.PROFILE;
  }

  @Override
  public double seconds() {
    return plan.seconds();
  }

  @Override
  public synchronized void on(Child loadgen, LoadEvent event) throws IOException {
    if (event.starts(PhaseName.PROFILE_ATTACH)) {
      start();
      loadgen.tell(new GoCommand(PhaseName.PROFILE_ATTACH).line());
    } else if (event.starts(PhaseName.PROFILE)) {
      from = Optional.of(Instant.ofEpochMilli(event.epochMs()));
    } else if (event.ends(PhaseName.PROFILE)) {
      to = Optional.of(Instant.ofEpochMilli(event.epochMs()));
    }
  }

  private void start() throws IOException {
    try {
      session =
          Optional.of(
              ProfileSession.start(server.pid(), new ProfileOrder(plan.kinds(), plan.jfr())));
    } catch (CannotObserve | IOException e) {
      failure = Optional.of(e.getMessage());
    }
    if (closed) {
      close(session);
      throw new IOException("the step ended while the profiler was started");
    }
  }

  @Override
  public synchronized void afterBoundary(LoadEvent event) {
    if (event.ends(PhaseName.PROFILE) && session.isPresent()) {
      try {
        session.get().stop();
      } catch (IOException e) {
        failure = Optional.of(e.getMessage());
      }
    }
  }

  /** Writes the profile of the phase, or why there is none. */
  synchronized Profile finish() throws StepFault {
    Optional<String> reason =
        failure.or(() ->
            from.isPresent() && to.isPresent()
                ? Optional.empty()
                : Optional.of("the profiled phase never ended"));
    try {
      Profile profile =
          reason.isPresent()
              ? Profile.failed(reason.get())
              : write(session.orElseThrow().read(from.get(), to.get(), roles, step.raw()));
      RunJson.write(step.profile(), profile);
      return profile;
    } catch (IOException e) {
      throw new StepFault("the profile cannot be had: " + e.getMessage(), e);
    }
  }

  private Profile write(ProfileResult result) throws IOException {
    result.write(step.path());
    return result.profile();
  }

  @Override
  public synchronized void close() throws StepFault {
    closed = true;
    try {
      close(session);
    } catch (IOException e) {
      throw new StepFault("the profiler does not end: " + e.getMessage(), e);
    }
  }

  private static void close(Optional<ProfileSession> session) throws IOException {
    if (session.isPresent()) {
      session.get().close();
    }
  }
}
