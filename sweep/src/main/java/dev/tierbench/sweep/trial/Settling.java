package dev.tierbench.sweep.trial;

import dev.tierbench.run.Settle;
import dev.tierbench.run.Warmup.Slice;
import dev.tierbench.sweep.tier.Child;
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

  /** A release that comes later than this before the cap may come after it. */
  private static final double NOTICE_SECONDS = 1.5;

  private static final double NANOS_PER_MICRO = 1e3;

  private final String phase;
  private final double capSeconds;
  private final SteadyState rule;
  private final Supplier<Reading> tier;
  private final Runnable beforeRelease;
  private final List<Slice> slices = new ArrayList<>();
  private Optional<Reading> before = Optional.empty();
  private Optional<Boolean> steady = Optional.empty();

  /** CPU times of the tier at an instant; empty parts could not be read. */
  record Reading(long nanoTime, Optional<Long> cpuNs, Optional<Long> jitNs) {}

  /**
   * @param tier reads its CPU times
   * @param beforeRelease done once, while the phase is still held
   */
  Settling(
      String phase,
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

  @Override
  public void on(Child loadgen, LoadEvent event) {
    if (event.starts(phase)) {
      before = Optional.of(tier.get());
    } else if (event.isSecondOf(phase) && before.isPresent()) {
      slices.add(slice(event));
      releaseWhenDue(loadgen);
    }
  }

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
            .map(ns -> ns / NANOS_PER_MICRO / ok);
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

  private void releaseWhenDue(Child loadgen) {
    if (steady.isPresent()) {
      return;
    }
    double elapsed = slices.stream().mapToDouble(Slice::seconds).sum();
    boolean isSteady = rule.isSteady(slices);
    if (!isSteady && elapsed + 1 + NOTICE_SECONDS <= capSeconds) {
      return;
    }
    steady = Optional.of(isSteady);
    beforeRelease.run();
    try {
      loadgen.tell("go " + phase);
    } catch (IOException e) {
      throw new UncheckedIOException("the load generator does not listen: " + e.getMessage(), e);
    }
  }

  /** Whether the tier was steady before the cap. */
  boolean steady() {
    return steady.orElse(false);
  }

  List<Slice> slices() {
    return List.copyOf(slices);
  }

  Settle outcome() {
    return rule.describe(slices, steady());
  }

  static Reading reading(ResourceSampler sampler, String tier) {
    return new Reading(System.nanoTime(), sampler.cpuNs(tier), sampler.jitNs(tier));
  }
}
