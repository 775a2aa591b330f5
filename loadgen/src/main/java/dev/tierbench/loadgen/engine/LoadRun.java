package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.plan.PhasePlan;
import dev.tierbench.loadgen.result.Collector;
import dev.tierbench.loadgen.result.GeneratorUsage;
import dev.tierbench.loadgen.result.PhaseBoundaries;
import dev.tierbench.loadgen.result.PhaseTotals;
import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.run.Units;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.record.LoadResult;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * One run: connect, then phase after phase without a break, then the result. Confined to the thread
 * that calls {@link #run}, except {@link #interrupt} and {@link #release}.
 */
public final class LoadRun {

  /** Name that releases whichever phase is held. */
  public static final String ANY_PHASE = "";

  /**
   * Time between the decision to begin and the first send, within which every loop learns of the
   * start.
   */
  private static final long LEAD_NANOS = 20_000_000L;

  /** Interval at which generators that are to begin at one instant check for their start. */
  private static final long START_GLANCE_NANOS = 200_000L;

  /** Time after the end of a second within which the loops hand it over, unless they are late. */
  private static final long SEAL_NANOS = 15_000_000L;

  private final LoadPlan plan;
  private final List<RunListener> listeners;
  private final Transport transport = Transport.choose();
  private final Failures failures = new Failures();
  private final GeneratorUsage generatorUsage = new GeneratorUsage();
  private final NanoClock clock = System::nanoTime;
  private final RunControl control = new RunControl();
  private final List<LoadResult.Phase> finished = new ArrayList<>();
  private double connectSeconds;
  private boolean startHeld;
  private boolean connected;
  private List<PhaseTotals> totals = List.of();

  /** Connections that were reconnected in any phase, also in one without load. */
  private long reconnects;

  /** Creates a run whose events go to {@code listeners}, in their order. */
  public LoadRun(LoadPlan plan, List<RunListener> listeners) {
    this.plan = plan;
    this.listeners = List.copyOf(listeners);
  }

  /** Ends the run early from another thread; {@link #run} then returns what was measured. */
  public void interrupt() {
    control.interrupt();
  }

  /**
   * Ends a held phase from another thread.
   *
   * @param phase its name, which no other phase takes for its own; {@link #ANY_PHASE} for the one
   *     that is under way, or the next one as soon as it begins
   */
  public void release(String phase) {
    control.release(phase);
  }

  /** Lets the first phase begin only when {@link GoCommand#START} is released. */
  public void holdStart() {
    startHeld = true;
  }

  /** Returns whether the run was told to end early. */
  public boolean wasInterrupted() {
    return control.isInterrupted();
  }

  /** Returns whether a connection was open when the load ended. */
  public boolean wasConnected() {
    return connected;
  }

  /** Returns the totals behind the result, with their histograms, a phase each. */
  public List<PhaseTotals> totals() {
    return totals;
  }

  /**
   * Runs the plan, once.
   *
   * @throws CannotRunException when the connections cannot be made
   * @throws IllegalStateException when the generator itself is broken
   */
  public LoadResult run() throws CannotRunException, InterruptedException {
    InetSocketAddress address = plan.target().address();
    if (address.isUnresolved()) {
      throw new CannotRunException("unknown host " + address.getHostString());
    }
    Loops loops = new Loops(plan, address, transport, failures, clock, control);
    try {
      connect(loops);
      if (!control.isInterrupted()) {
        drive(loops);
      }
      listeners.forEach(RunListener::ended);
      return result(loops);
    } finally {
      loops.shutDown();
    }
  }

  private void connect(Loops loops) throws CannotRunException, InterruptedException {
    long fromNanos = clock.nanoTime();
    loops.connect();
    connectSeconds = (clock.nanoTime() - fromNanos) / Units.NANOS_PER_SECOND;
    if (!control.isInterrupted()) {
      listeners.forEach(each -> each.connected(plan.tcpConnections(), connectSeconds));
    }
  }

  private void drive(Loops loops) throws InterruptedException {
    if (startHeld) {
      awaitStart(loops);
    }
    PhaseBoundaries boundaries = new PhaseBoundaries(clock.nanoTime() + LEAD_NANOS, plan.phases());
    Collector slices = new Collector(plan, boundaries, listeners);
    loops.begin(boundaries, slices::take);
    waitUntil(boundaries.start(0), loops);
    generatorUsage.lap();
    List<Instant> starts = new ArrayList<>();
    List<GeneratorUsage.Use> uses = new ArrayList<>();
    for (int phase = 0; phase < boundaries.phases() && !control.isInterrupted(); phase++) {
      String name = plan.phases().get(phase).name();
      Instant start = wallClock(boundaries.start(phase));
      starts.add(start);
      listeners.forEach(listener -> listener.phaseStarted(name, start));
      follow(slices, boundaries, phase, loops);
      uses.add(generatorUsage.lap());
      Instant end = control.isInterrupted() ? Instant.now() : wallClock(boundaries.end(phase));
      listeners.forEach(listener -> listener.phaseEnded(name, end));
    }
    loops.awaitEnd();
    connected = loops.wereConnected();
    slices.collect();
    loops.awaitDrained();
    reconnects = slices.totals().stream().mapToLong(PhaseTotals::reconnects).sum();
    finish(slices.totals(), boundaries, starts, uses);
  }

  /** Adds up the windows of each phase; one in which nothing was sent has no result. */
  private void finish(
      List<PhaseTotals> windows,
      PhaseBoundaries boundaries,
      List<Instant> starts,
      List<GeneratorUsage.Use> uses) {
    Map<String, List<Integer>> byName = new LinkedHashMap<>();
    for (int phase = 0; phase < starts.size(); phase++) {
      if (!boundaries.isIdle(phase)) {
        byName.computeIfAbsent(windows.get(phase).name(), name -> new ArrayList<>()).add(phase);
      }
    }
    List<PhaseTotals> sums = new ArrayList<>();
    for (List<Integer> parts : byName.values()) {
      List<LoadResult.Phase> each =
          parts.stream()
              .map(i -> windows.get(i).toRecord(starts.get(i), uses.get(i), List.of()))
              .toList();
      PhaseTotals sum = PhaseTotals.of(parts.stream().map(windows::get).toList());
      GeneratorUsage.Use use =
          parts.stream().map(uses::get).reduce(GeneratorUsage.Use::plus).orElseThrow();
      sums.add(sum);
      finished.add(
          each.size() == 1
              ? each.getFirst()
              : sum.toRecord(starts.get(parts.getFirst()), use, each));
    }
    totals = sums;
  }

  private void awaitStart(Loops loops) {
    while (!control.isInterrupted() && !control.takeRelease(GoCommand.START)) {
      LockSupport.parkNanos(START_GLANCE_NANOS);
      loops.requireNoCrash();
    }
  }

  /** Adds the seconds up as they are handed over, and returns at the closing boundary. */
  private void follow(Collector slices, PhaseBoundaries boundaries, int phase, Loops loops) {
    for (long at = boundaries.start(phase);
        at != boundaries.end(phase) && !control.isInterrupted(); ) {
      if (boundaries.end(phase) - at > SEAL_NANOS) {
        waitUntil(at + SEAL_NANOS, loops);
        slices.collect();
      }
      at = boundaries.nextCut(phase, at);
      releaseWhenAsked(boundaries, phase, at);
      releaseWhenEnough(slices, boundaries, phase);
    }
    waitUntil(boundaries.end(phase), loops);
  }

  /**
   * Waits in a held phase until it is released, or until shortly before the next cut; a release
   * moves the end of the phase.
   */
  private void releaseWhenAsked(PhaseBoundaries boundaries, int phase, long cutNanos) {
    PhasePlan planned = plan.phases().get(phase);
    if (!planned.held()) {
      return;
    }
    while (!control.takeRelease(planned.name())) {
      if (control.isInterrupted() || cutNanos - clock.nanoTime() <= RunControl.GLANCE_NANOS) {
        return;
      }
      LockSupport.parkNanos(RunControl.GLANCE_NANOS);
    }
    boundaries.release(phase, clock.nanoTime());
  }

  private void releaseWhenEnough(Collector slices, PhaseBoundaries boundaries, int phase) {
    boolean enough =
        plan.phases()
            .get(phase)
            .requests()
            .filter(count -> slices.totals().get(phase).ended() >= count)
            .isPresent();
    if (enough) {
      boundaries.release(phase, clock.nanoTime());
    }
  }

  private void waitUntil(long nanos, Loops loops) {
    for (long left = nanos - clock.nanoTime();
        left > 0 && !control.isInterrupted();
        left = nanos - clock.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, RunControl.GLANCE_NANOS));
      loops.requireNoCrash();
    }
  }

  /** Returns the wall clock at an instant that was just now. */
  private Instant wallClock(long nanos) {
    return Instant.now().minusNanos(clock.nanoTime() - nanos);
  }

  private LoadResult result(Loops loops) {
    return new RunOutcome(
            loops.established(),
            connectSeconds,
            reconnects,
            loops.tls(),
            finished,
            failures.list(),
            control.isInterrupted())
        .toResult(plan, transport);
  }
}
