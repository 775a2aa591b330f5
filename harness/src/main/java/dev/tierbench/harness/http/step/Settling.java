package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.run.GoCommand;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Warmup.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Follows a held phase of load second by second and releases it when the tier is steady, or shortly
 * before its cap. Not thread-safe: it hears of events on one thread.
 */
final class Settling implements LoadRun.Listener {

  /** A phase that the load generator holds until it is released. */
  static final String HOLD = "hold:";

  /** A release ends its phase at the second after the next one. */
  private static final double NOTICE_SECONDS = 2.5;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  private final PhaseName phase;
  private final double capSeconds;
  private final SteadyState rule;
  private final Supplier<Reading> tier;
  private final Runnable beforeRelease;
  private final List<Slice> slices = new ArrayList<>();
  private Optional<Reading> before = Optional.empty();
  private Optional<Settle> decided = Optional.empty();
  private boolean over;

  /** CPU times of the tier at an instant; empty parts could not be read. */
  record Reading(long nanoTime, Optional<Long> cpuNs, Optional<Long> jitNs) {

    /** With the compilers of another tier, where those can be read, which slow its answers. */
    Reading withCompilersOf(Optional<Long> otherJitNs) {
      return new Reading(nanoTime, cpuNs, jitNs.map(own -> own + otherJitNs.orElse(0L)));
    }
  }

  /** Where a release is written to. */
  interface Line {
    void send(String line) throws IOException;
  }

  /**
   * @param tier reads its CPU times
   * @param beforeRelease done once, while the phase is still held
   */
  Settling(
      PhaseName phase,
      double capSeconds,
      SteadyState rule,
      Supplier<Reading> tier,
      Runnable beforeRelease) {
    this.phase = phase;
    this.capSeconds = capSeconds;
    this.rule = rule;
    this.tier = tier;
    this.beforeRelease = beforeRelease;
  }

  /** The phase as the load generator takes it. */
  String plan() {
    return phase.id() + "=" + (isHeld() ? HOLD : "") + Durations.typed(capSeconds);
  }

  /** A load too short to be judged steady is driven in full. */
  private boolean isHeld() {
    return capSeconds >= rule.least() + NOTICE_SECONDS;
  }

  @Override
  public void on(Child loadgen, LoadEvent event) {
    on(event, loadgen::tell);
  }

  void on(LoadEvent event, Line loadgen) {
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
  private Slice slice(LoadEvent event) {
    Reading from = before.orElseThrow();
    Reading to = tier.get();
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
        rounded(ok / seconds),
        event.failed().orElse(0L),
        cpuUs.map(Settling::rounded),
        jit.map(Settling::rounded));
  }

  private static Optional<Long> difference(Optional<Long> from, Optional<Long> to) {
    return from.flatMap(a -> to.map(b -> b - a));
  }

  private static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }

  /** After the end of the phase nothing is read or released: the window may be open. */
  private void releaseWhenDue(Line loadgen) {
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
      throw new UncheckedIOException("the load generator does not listen: " + e.getMessage(), e);
    }
  }

  private double seconds() {
    return slices.stream().mapToDouble(Slice::seconds).sum();
  }

  /** Whether the tier was steady before the cap. */
  boolean steady() {
    return decided.filter(Settle::steady).isPresent();
  }

  List<Slice> slices() {
    return List.copyOf(slices);
  }

  /** What decided, and how long the load lasted after all. */
  Settle outcome() {
    Settle settle = decided.orElseGet(() -> rule.describe(slices, false));
    return new Settle(
        seconds(),
        settle.steady(),
        settle.throughputChangePercent(),
        settle.cpuChangePercent(),
        settle.jitPercent());
  }

  /** Of the server, with the compilers of the echo tier. */
  static Reading readingOfServer(ResourceSampler sampler) {
    return sampler.reading(Tier.SERVER).withCompilersOf(sampler.reading(Tier.ECHO).jitNs());
  }
}
