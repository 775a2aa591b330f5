package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.observer.Capture;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.GoCommand;
import dev.tierbench.run.HttpPlan.Trace;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.Observed;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The traced phase of one step: attaches while the load goes on, lets it enter the phase when the
 * tracer is confirmed, and counts from boundary to boundary. Hears of events on one thread; {@link
 * #finish} comes after the load.
 */
public final class TraceWindow implements LoadRun.Listener, AutoCloseable {

  static final double LONGEST_ATTACH_SECONDS = 60;

  private final Trace plan;
  private final RunFolder.Step step;
  private final List<RunningTier> tiers;
  private final Observer observer;
  private final Map<Tier, Capture> captures = new EnumMap<>(Tier.class);
  private final List<AutoCloseable> pidstats = new ArrayList<>();
  private Optional<String> failure = Optional.empty();
  private boolean traced;

  private TraceWindow(Trace plan, RunFolder.Step step, List<RunningTier> tiers, Observer observer) {
    this.plan = plan;
    this.step = step;
    this.tiers = tiers;
    this.observer = observer;
  }

  /** What this host allows to count. */
  public static Observer observer() {
    return observer(Roles.standard());
  }

  private static Observer observer(Roles roles) {
    return Observer.probe(Observer.Settings.standard().withTotals(true).withRoles(roles));
  }

  /**
   * A window over the server, and over the other tiers when the plan wants it.
   *
   * @param roles a file of rules in front of the common ones
   * @throws StepFault when it is no longer readable
   */
  static TraceWindow over(
      Trace plan, RunFolder.Step step, List<RunningTier> tiers, Optional<String> roles)
      throws StepFault {
    try {
      Roles standard = Roles.standard();
      Roles all = roles.isPresent() ? standard.extendedBy(Path.of(roles.get())) : standard;
      return new TraceWindow(plan, step, tiers, observer(all));
    } catch (IOException e) {
      throw new StepFault("cannot read the rules for roles: " + e.getMessage(), e);
    }
  }

  /** How long the threads are counted. */
  double seconds() {
    return plan.seconds();
  }

  /** What the load generator has to append to its phases. */
  String phases() {
    return ","
        + PhaseName.ATTACH.id()
        + "="
        + Settling.HOLD
        + Durations.typed(LONGEST_ATTACH_SECONDS)
        + ","
        + PhaseName.TRACE.id()
        + "="
        + Durations.typed(seconds());
  }

  @Override
  public void on(Child loadgen, LoadEvent event) {
    if (event.starts(PhaseName.ATTACH)) {
      attach(loadgen);
    } else if (event.starts(PhaseName.TRACE)) {
      captures.values().forEach(Capture::begin);
    } else if (event.ends(PhaseName.TRACE)) {
      captures.values().forEach(Capture::end);
      traced = true;
    }
  }

  /**
   * What can wait until the boundary is taken: the load generator's JVM ends next, so it is named.
   */
  void afterBoundary(LoadEvent event) {
    if (event.ends(PhaseName.TRACE)) {
      Optional.ofNullable(captures.remove(Tier.LOADGEN))
          .ifPresent(capture -> write(Tier.LOADGEN, capture));
    }
  }

  private void attach(Child loadgen) {
    try {
      Observer.raiseThisThread();
      for (RunningTier tier : tiers) {
        attach(Tier.named(tier.name()), tier.pid());
      }
      if (loadgen.name().equals(Tier.LOADGEN.id())) { // another generator is no JVM
        attach(Tier.LOADGEN, loadgen.pid());
      }
      loadgen.process().writeLine(new GoCommand(PhaseName.ATTACH).line());
    } catch (CannotObserve | IOException e) {
      failure = Optional.of(e.getMessage());
    }
  }

  private void attach(Tier tier, long pid) throws CannotObserve, IOException {
    Path raw = folder(tier).resolve("raw");
    if (tier == Tier.SERVER || plan.allTiers()) {
      captures.put(tier, observer.attach(pid, raw));
    } else {
      observer.pidstat(pid, raw).ifPresent(pidstats::add);
    }
  }

  private Path folder(Tier tier) {
    return tier == Tier.SERVER ? step.path() : step.path().resolve(tier.id());
  }

  /** Writes what was counted of every tier, and returns what decides over the server's counts. */
  Observed finish() throws StepFault {
    Optional<String> reason =
        failure.or(() -> traced ? Optional.empty() : Optional.of("the traced phase never ended"));
    if (reason.isPresent()) {
      RunJson.write(step.observation(), Observed.failed(reason.get()));
    } else {
      captures.forEach(this::write);
    }
    try {
      return RunJson.read(step.observation(), Observed.class);
    } catch (IOException e) {
      throw new StepFault("cannot read back what was observed: " + e.getMessage(), e);
    }
  }

  private void write(Tier tier, Capture capture) {
    capture.finish().write(folder(tier));
    capture.close();
  }

  @Override
  public void close() throws StepFault {
    captures.values().forEach(Capture::close);
    for (AutoCloseable pidstat : pidstats) {
      try {
        pidstat.close();
      } catch (Exception e) {
        throw new StepFault("pidstat does not end: " + e.getMessage(), e);
      }
    }
  }
}
