package dev.tierbench.harness.http.window;

import static dev.tierbench.run.Units.NANOS_PER_MICRO;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.harness.http.drive.LoadListener;
import dev.tierbench.harness.http.drive.LoadPhase;
import dev.tierbench.harness.http.sample.TierReading;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.run.IoAction;
import dev.tierbench.run.IoSupplier;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Settle;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.Warmup.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Follows a held phase of load second by second and releases it when the tier is steady, or shortly
 * before its cap. Not thread-safe: it receives the events on one thread.
 */
public final class SettlePhase implements LoadListener {

  /** The second that follows, whose event may be late, and the notice that a release takes. */
  private static final double NOTICE_SECONDS = 2.5;

  private final PhaseName phase;
  private final double capSeconds;
  private final SteadyState rule;
  private final IoSupplier<TierReading> tier;
  private final IoAction beforeRelease;
  private final List<Slice> slices = new ArrayList<>();
  private Optional<TierReading> before = Optional.empty();
  private Optional<Settle> decided = Optional.empty();
  private boolean over;

  /** The input of a load generator, to which a release is written. */
  interface Line {
    void send(String line) throws IOException;
  }

  /**
   * A phase that is released when the rule says so, or just before its cap.
   *
   * @param tier reads its CPU times
   * @param beforeRelease done once, while the phase is still held
   */
  public SettlePhase(
      PhaseName phase,
      double capSeconds,
      SteadyState rule,
      IoSupplier<TierReading> tier,
      IoAction beforeRelease) {
    this.phase = phase;
    this.capSeconds = capSeconds;
    this.rule = rule;
    this.tier = tier;
    this.beforeRelease = beforeRelease;
  }

  /** The phase as the load generator drives it. */
  public LoadPhase phase() {
    return new LoadPhase(phase, isHeld(), capSeconds);
  }

  /** A load too short to be judged steady is driven in full. */
  private boolean isHeld() {
    return capSeconds >= rule.least() + NOTICE_SECONDS;
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    on(event, loadgen::writeLine);
  }

  void on(LoadEvent event, Line loadgen) throws IOException, InterruptedException {
    if (event.starts(phase)) {
      before = Optional.of(tier.get());
    } else if (event.ends(phase)) {
      over = true;
    } else if (event.isSecondOf(phase) && before.isPresent()) {
      slices.add(slice(event));
      releaseWhenDue(loadgen);
    }
  }

  /** CPU is read a little after the second, so it is scaled to the second's length. */
  private Slice slice(LoadEvent event) throws IOException, InterruptedException {
    TierReading from = before.orElseThrow();
    TierReading to = tier.get();
    before = Optional.of(to);
    double seconds = event.seconds().orElseThrow();
    long ok = event.ok().orElseThrow();
    double elapsedNs = to.nanoTime() - from.nanoTime();
    Optional<Double> cpuUs =
        difference(from.cpuNs(), to.cpuNs())
            .filter(ns -> ok > 0)
            .map(ns -> ns / elapsedNs * seconds * NANOS_PER_SECOND / NANOS_PER_MICRO / ok);
    Optional<Double> jit = difference(from.jitNs(), to.jitNs()).map(ns -> 100 * ns / elapsedNs);
    return new Slice(
        seconds,
        SteadyState.rounded(ok / seconds),
        event.failed().orElse(0L),
        cpuUs.map(SteadyState::rounded),
        jit.map(SteadyState::rounded));
  }

  private static Optional<Long> difference(Optional<Long> from, Optional<Long> to) {
    return from.flatMap(a -> to.map(b -> b - a));
  }

  /**
   * Releases the phase when that is due. After its end nothing is read or released: the window may
   * be open.
   */
  private void releaseWhenDue(Line loadgen) throws IOException, InterruptedException {
    if (!isHeld() || over || decided.isPresent()) {
      return;
    }
    boolean steady = rule.isSteady(slices);
    if (!steady && seconds() + NOTICE_SECONDS <= capSeconds) {
      return;
    }
    decided = Optional.of(rule.describe(slices, steady));
    beforeRelease.run();
    try {
      loadgen.send(new GoCommand(phase).line());
    } catch (IOException e) {
      throw new IOException("the load generator does not listen: " + e.getMessage(), e);
    }
  }

  private double seconds() {
    return slices.stream().mapToDouble(Slice::seconds).sum();
  }

  /** Whether the tier was steady before the cap. */
  public boolean steady() {
    return decided.filter(Settle::steady).isPresent();
  }

  /** The seconds of the load so far. */
  public List<Slice> slices() {
    return List.copyOf(slices);
  }

  /** What decided, and how long the load lasted after all. */
  public Settle outcome() {
    Settle settle = decided.orElseGet(() -> rule.describe(slices, false));
    return new Settle(
        seconds(),
        settle.steady(),
        settle.throughputChangePercent(),
        settle.cpuChangePercent(),
        settle.jitPercent());
  }
}
