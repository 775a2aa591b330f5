package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.harness.http.drive.StepPhases;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.jvm.LiveHeap;
import dev.tierbench.observer.profile.ProfileOrder;
import dev.tierbench.observer.profile.ProfileResult;
import dev.tierbench.observer.profile.ProfileSession;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.Profile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The profiled phase of one step: the profiler samples from before the phase until after it, and
 * only what it sampled in the phase is read. {@link #finish} comes after the load. A profile that
 * cannot be had fails no step: the measured window is over.
 */
final class ProfileWindow extends AttachedWindow {

  private final HttpPlan.Profiling plan;
  private final RunFolder.Step step;
  private final RunningTier server;
  private final Roles roles;
  private Optional<ProfileSession> session = Optional.empty();
  private Optional<Instant> from = Optional.empty();
  private Optional<Instant> to = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private Optional<Instant> attached = Optional.empty();
  private Optional<Long> liveHeap = Optional.empty();
  private Optional<Caveat> unread = Optional.empty();
  private boolean closed;

  /**
   * A window over the server.
   *
   * @param rules the text of rules for roles in front of the common ones
   */
  ProfileWindow(
      HttpPlan.Profiling plan,
      RunFolder.Step step,
      List<RunningTier> tiers,
      Optional<String> rules) {
    super(PhaseName.PROFILE_ATTACH, PhaseName.PROFILE, plan.seconds());
    this.plan = plan;
    this.step = step;
    this.server =
        tiers.stream()
            .filter(tier -> tier.name().equals(Tier.SERVER.id()))
            .findFirst()
            .orElseThrow();
    Roles common = Roles.standard();
    this.roles = rules.map(text -> common.extendedBy("the file of roles", text)).orElse(common);
  }

  @Override
  public synchronized void on(Child loadgen, LoadEvent event) throws IOException {
    if (event.starts(PhaseName.PROFILE_ATTACH)) {
      start();
      loadgen.writeLine(new GoCommand(PhaseName.PROFILE_ATTACH).line());
    } else if (event.starts(PhaseName.PROFILE)) {
      from = Optional.of(Instant.ofEpochMilli(event.epochMs()));
    } else if (event.ends(PhaseName.PROFILE)) {
      to = Optional.of(Instant.ofEpochMilli(event.epochMs()));
    }
  }

  private void start() throws IOException {
    if (plan.jfr()) {
      readHeap();
    }
    try {
      session =
          Optional.of(
              ProfileSession.start(
                  server.pid(),
                  new ProfileOrder(plan.kinds(), plan.jfr()),
                  Durations.duration(StepPhases.LONGEST_ATTACH_SECONDS + plan.seconds())));
      attached = Optional.of(Instant.now());
    } catch (CannotObserve | IOException e) {
      failure = Optional.of(e.getMessage());
    }
    if (closed) {
      close(session);
      throw new IOException("the step ended while the profiler was started");
    }
  }

  /** The load goes on, and no window is open that a collection could disturb. */
  private void readHeap() {
    try {
      liveHeap = LiveHeap.bytes(server.pid());
    } catch (CannotObserve | IOException | UncheckedIOException e) {
      unread = Optional.of(new Caveat("the reachable heap was not read: " + e.getMessage(), ""));
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
  synchronized Profile finish() {
    Optional<String> reason = failure.or(this::whyIncomplete);
    Profile profile =
        reason.map(Profile::failed).orElseGet(this::read).withLiveHeap(liveHeap, unread);
    RunJson.write(step.profile(), profile);
    return profile;
  }

  private Optional<String> whyIncomplete() {
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.of("the profiled phase never ended");
    }
    return attached.filter(at -> !at.isAfter(from.get())).isPresent()
        ? Optional.empty()
        : Optional.of("the profiler attached after the window had begun");
  }

  /** A recording that was cut or is damaged can make its reader fail in any way. */
  private Profile read() {
    try {
      ProfileResult result =
          session.orElseThrow().read(from.orElseThrow(), to.orElseThrow(), roles, step.raw());
      result.write(step.path());
      return result.profile();
    } catch (IOException | RuntimeException e) {
      return Profile.failed("the recording cannot be read: " + e);
    }
  }

  @Override
  synchronized void close() throws StepFault {
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
