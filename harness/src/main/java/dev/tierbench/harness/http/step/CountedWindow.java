package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.Running;
import dev.tierbench.harness.trial.Seconds;
import dev.tierbench.observer.Capture;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Plan.ObservePlan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The counted phase of one step: attaches while the load goes on, lets it enter the phase when the
 * tracer is confirmed, and counts from edge to edge. Hears of edges on one thread; {@link #finish}
 * comes after the load.
 */
public final class CountedWindow implements LoadRun.Listener, AutoCloseable {

  private static final String ATTACH = "attach";
  private static final double LONGEST_ATTACH_SECONDS = 60;
  private static final String SERVER = "server";
  private static final String LOADGEN = "loadgen";

  private final ObservePlan plan;
  private final RunFolder.Step step;
  private final List<Running> tiers;
  private final Observer observer;
  private final Map<String, Capture> captures = new LinkedHashMap<>();
  private final List<AutoCloseable> pidstats = new ArrayList<>();
  private Optional<String> failure = Optional.empty();
  private boolean counted;

  private CountedWindow(ObservePlan plan, RunFolder.Step step, List<Running> tiers) {
    this.plan = plan;
    this.step = step;
    this.tiers = tiers;
    this.observer = observer();
  }

  /** What this host allows to count. */
  public static Observer observer() {
    return Observer.probe(Observer.Settings.standard().withTotals(true));
  }

  /** A window over the server, and over the other tiers when the plan wants it. */
  static CountedWindow over(ObservePlan plan, RunFolder.Step step, List<Running> tiers) {
    return new CountedWindow(plan, step, tiers);
  }

  /** What the load generator has to append to its phases. */
  String phases() {
    return ","
        + ATTACH
        + "="
        + Settling.HOLD
        + Seconds.typed(LONGEST_ATTACH_SECONDS)
        + ","
        + MeasuredStep.COUNTED
        + "="
        + Seconds.typed(plan.countedSeconds());
  }

  @Override
  public void on(Child loadgen, LoadEvent event) {
    if (event.starts(ATTACH)) {
      attach(loadgen);
    } else if (event.starts(MeasuredStep.COUNTED)) {
      captures.values().forEach(Capture::begin);
    } else if (event.ends(MeasuredStep.COUNTED)) {
      captures.values().forEach(Capture::end);
      counted = true;
    }
  }

  /** What can wait until the edge is taken: the load generator's JVM ends next, so it is named. */
  void afterEdges(LoadEvent event) {
    if (event.ends(MeasuredStep.COUNTED)) {
      Optional.ofNullable(captures.remove(LOADGEN)).ifPresent(capture -> write(LOADGEN, capture));
    }
  }

  private void attach(Child loadgen) {
    try {
      Observer.raiseThisThread();
      for (Running tier : tiers) {
        attach(tier.name(), tier.pid());
      }
      attach(LOADGEN, loadgen.pid());
      loadgen.process().writeLine("go " + ATTACH);
    } catch (CannotObserve | IOException e) {
      failure = Optional.of(e.getMessage());
    }
  }

  private void attach(String role, long pid) throws CannotObserve, IOException {
    Path raw = folder(role).resolve("raw");
    if (role.equals(SERVER) || plan.allTiers()) {
      captures.put(role, observer.attach(pid, raw));
    } else {
      observer.pidstat(pid, raw).ifPresent(pidstats::add);
    }
  }

  private Path folder(String role) {
    return role.equals(SERVER) ? step.path() : step.path().resolve(role);
  }

  /** Writes what was counted of every tier, and returns what decides over the server's counts. */
  Observed finish() throws StepFault {
    Optional<String> reason =
        failure.or(() -> counted ? Optional.empty() : Optional.of("the counted phase never ended"));
    if (reason.isPresent()) {
      RunJson.write(step.observation(), failed(reason.get()));
    } else {
      captures.forEach(this::write);
    }
    try {
      return RunJson.read(step.observation(), Observed.class);
    } catch (IOException e) {
      throw new StepFault("cannot read back what was observed: " + e.getMessage(), e);
    }
  }

  private void write(String role, Capture capture) {
    capture.finish().write(folder(role));
    capture.close();
  }

  private static Observed failed(String reason) {
    return new Observed(
        Observed.SCHEMA,
        "L3",
        List.of(),
        0,
        List.of(reason),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
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
