package dev.tierbench.loadgen.result;

import static dev.tierbench.run.Units.NANOS_PER_MICRO;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.LoadResultPhaseBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The sum of all slices of one phase. Confined to the thread that collects. */
public final class PhaseTotals extends Tally {

  final String name;

  private final List<Double> loopRates = new ArrayList<>();

  private final Optional<Duration> deadline;
  private final List<Long> okPerSecond = new ArrayList<>();
  private final List<Optional<Double>> medianPerSecond = new ArrayList<>();
  private final long[] inFlightOfLoop;
  private final long[] inFlightAgeOfLoop;
  private final long[] waitingOfLoop;
  private final long[] dueOfLoop;
  private long startNanos;
  private long endNanos;
  private boolean any;
  private long carriedIn;
  private long carriedInAgeNanos;

  /** Arrivals that the windows which are added up here left unsent. */
  private long unsentOfWindows;

  /**
   * @param deadline within which an answer is of use; empty when it is of use at any time
   */
  PhaseTotals(String name, boolean open, int loops, Optional<Duration> deadline) {
    super(open);
    this.deadline = deadline;
    this.name = name;
    inFlightOfLoop = new long[loops];
    inFlightAgeOfLoop = new long[loops];
    waitingOfLoop = new long[loops];
    dueOfLoop = new long[loops];
  }

  /**
   * Adds up the windows of one phase: as if they had followed each other without a break, except
   * that each has its own requests at its boundaries.
   */
  public static PhaseTotals of(List<PhaseTotals> windows) {
    PhaseTotals first = windows.getFirst();
    if (windows.size() == 1) {
      return first;
    }
    PhaseTotals sum =
        new PhaseTotals(first.name, first.isOpen(), first.dueOfLoop.length, first.deadline);
    windows.forEach(sum::addWindow);
    return sum;
  }

  private void addWindow(PhaseTotals window) {
    addCounts(window);
    pause.add(window.pause, window.startNanos, endNanos);
    silence.add(window.silence, window.startNanos, endNanos);
    endNanos += window.endNanos - window.startNanos;
    loopRates.addAll(window.loopRates);
    okPerSecond.addAll(window.okPerSecond);
    medianPerSecond.addAll(window.medianPerSecond);
    carriedIn += window.carriedIn;
    carriedInAgeNanos += window.carriedInAgeNanos;
    for (int loop = 0; loop < dueOfLoop.length; loop++) {
      inFlightOfLoop[loop] += window.inFlightOfLoop[loop];
      inFlightAgeOfLoop[loop] += window.inFlightAgeOfLoop[loop];
      dueOfLoop[loop] += window.dueOfLoop[loop];
    }
    unsentOfWindows += window.unsent();
  }

  void addSlice(Slice slice) {
    add(slice);
    startNanos = any ? startNanos : slice.startNanos;
    endNanos = any ? Math.max(endNanos, slice.endNanos) : slice.endNanos;
    any = true;
    addSecond(slice);
    if (slice.first) {
      carriedIn += slice.carriedIn;
      carriedInAgeNanos += slice.carriedInAgeNanos;
    }
    inFlightOfLoop[slice.loop] = slice.inFlightAtEnd;
    inFlightAgeOfLoop[slice.loop] = slice.inFlightAgeAtEndNanos;
    waitingOfLoop[slice.loop] = slice.unsentAtEnd;
    dueOfLoop[slice.loop] += slice.due;
  }

  private void addSecond(Slice slice) {
    if (slice.endNanos - slice.startNanos != PhaseBoundaries.MARK_NANOS) {
      return;
    }
    loopRates.add((double) slice.ok);
    int second = (int) ((slice.startNanos - startNanos) / PhaseBoundaries.MARK_NANOS);
    while (okPerSecond.size() <= second) {
      okPerSecond.add(0L);
    }
    okPerSecond.set(second, okPerSecond.get(second) + slice.ok);
  }

  /** Notes the median latency of a full second over all loops. */
  void addMedian(Tally second) {
    medianPerSecond.add(LatencySummary.percentile(second.latencyNanos(), 50));
  }

  /** Returns the answers of each loop in each full second, in no order that matters. */
  public List<Double> loopRates() {
    return List.copyOf(loopRates);
  }

  /** Returns the number of requests that have ended, well or not. */
  public long ended() {
    return ok + failed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the length of the phase in seconds, as it was. */
  public double seconds() {
    return (endNanos - startNanos) / NANOS_PER_SECOND;
  }

  /** Arrivals that became due in a phase and still wait at its end: those wait in order. */
  private long unsent() {
    long unsent = unsentOfWindows;
    for (int loop = 0; loop < dueOfLoop.length; loop++) {
      unsent += Math.min(waitingOfLoop[loop], dueOfLoop[loop]);
    }
    return unsent;
  }

  /** Returns the name of the phase. */
  public String name() {
    return name;
  }

  /**
   * Returns the totals as {@code load.json} has them.
   *
   * @param windows of the phase that these are the sum of; none of a phase without a break
   */
  public LoadResult.Phase toRecord(
      Instant startedAt, GeneratorUsage.Use use, List<LoadResult.Phase> windows) {
    return LoadResultPhaseBuilder.stagedBuilder()
        .name(name)
        .startedAt(startedAt.toString())
        .seconds(seconds())
        .started(Optional.of(carriedIn + sent + failed(FailureKind.CONNECT)))
        .carriedIn(Optional.of(carriedIn))
        .ok(ok)
        .failed(failures())
        .inFlightAtEnd(Optional.of(sum(inFlightOfLoop)))
        .throughputRps(rounded(ok / seconds(), 100))
        .serviceTimeUs(LatencySummary.ofNanos(serviceNanos))
        .responseTimeUs(
            isOpen() ? Optional.of(LatencySummary.ofNanos(responseNanos)) : Optional.empty())
        .unsent(Optional.of(unsent()))
        .rateRatio(ratio(sent, sum(dueOfLoop)))
        .sentOnTimeRatio(ratio(sentOnTime, sent))
        .lateWithConnectionRatio(ratio(lateWithConnection, sent))
        .lateWithoutConnectionRatio(ratio(lateWithoutConnection, sent))
        .maxScheduleLagUs(
            isOpen() ? Optional.of(maxScheduleLagNanos / NANOS_PER_MICRO) : Optional.empty())
        .okPerSecond(Optional.of(okPerSecond))
        .medianUsPerSecond(Optional.of(medianPerSecond))
        .goodput(deadline.map(this::goodput))
        .bytesReceived(Optional.of(bytesReceived))
        .inFlightAge(
            Optional.of(
                new LoadResult.InFlightAge(
                    carriedInAgeNanos / NANOS_PER_SECOND,
                    sum(inFlightAgeOfLoop) / NANOS_PER_SECOND)))
        .silence(Optional.of(silence.since(startNanos)))
        .generator(Optional.of(generator(use)))
        .renewals(renewals.toRecord())
        .windows(windows)
        .build();
  }

  private LoadResult.Goodput goodput(Duration within) {
    return new LoadResult.Goodput(
        within.toNanos() / NANOS_PER_SECOND,
        latencyNanos().getCountBetweenValues(0, clamped(within.toNanos())));
  }

  private LoadResult.Generator generator(GeneratorUsage.Use use) {
    long completed = ok + failedTotal();
    LatencySummary lag = LatencySummary.ofNanos(loopLagNanos);
    return new LoadResult.Generator(
        completed == 0
            ? Optional.empty()
            : Optional.of(rounded(use.cpuNanos() / NANOS_PER_MICRO / completed, 100)),
        lag.max(),
        lag.p99(),
        use.cpuNanos() / NANOS_PER_SECOND,
        use.gcMillis(),
        Optional.of(pause.since(startNanos)));
  }

  private LoadResult.Failed failures() {
    return new LoadResult.Failed(
        failed(FailureKind.STATUS),
        failed(FailureKind.BODY),
        failed(FailureKind.CONNECT),
        failed(FailureKind.RESET),
        failed(FailureKind.TIMEOUT),
        gatewayTimeouts);
  }

  private Optional<Double> ratio(long part, long whole) {
    return isOpen() && whole > 0
        ? Optional.of(rounded((double) part / whole, 100_000))
        : Optional.empty();
  }

  private static double rounded(double value, int parts) {
    return Math.round(value * parts) / (double) parts;
  }

  private static long sum(long[] values) {
    return Arrays.stream(values).sum();
  }
}
