package dev.tierbench.loadgen;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What was counted over some time; tallies add up. Times are in nanoseconds. */
class Tally {

  /** Longer than any time-out; three digits, 1 us apart at the least. */
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private static final long LOWEST_NANOS = 1_000;
  private static final int DIGITS = 3;

  final Histogram serviceNanos = histogram();

  /** Stays empty in the closed model. */
  final Histogram responseNanos;

  final Histogram loopLagNanos = histogram();
  final Longest pause = new Longest();
  final Longest silence = new Longest();
  final Map<FailureKind, Long> failed = new EnumMap<>(FailureKind.class);
  long sent;
  long ok;
  long sentOnTime;

  /** Late although a connection was free: the loop was late itself. */
  long lateWithConnection;

  /** Late for want of a free connection. */
  long lateWithoutConnection;

  long maxScheduleLagNanos;
  long bytesReceived;

  /** Responses with a status of 400 or more, expected or not. */
  long errorStatuses;

  long reconnects;

  /**
   * @param open whether response times are recorded
   */
  Tally(boolean open) {
    responseNanos = open ? histogram() : new Histogram(0);
  }

  final void add(Tally other) {
    serviceNanos.add(other.serviceNanos);
    responseNanos.add(other.responseNanos);
    loopLagNanos.add(other.loopLagNanos);
    pause.add(other.pause);
    silence.add(other.silence);
    other.failed.forEach((kind, count) -> failed.merge(kind, count, Long::sum));
    sent += other.sent;
    ok += other.ok;
    sentOnTime += other.sentOnTime;
    lateWithConnection += other.lateWithConnection;
    lateWithoutConnection += other.lateWithoutConnection;
    maxScheduleLagNanos = Math.max(maxScheduleLagNanos, other.maxScheduleLagNanos);
    bytesReceived += other.bytesReceived;
    errorStatuses += other.errorStatuses;
    reconnects += other.reconnects;
  }

  /** Response times in the open model, else service times. */
  final Histogram latencyNanos() {
    return responseNanos.getTotalCount() > 0 ? responseNanos : serviceNanos;
  }

  final long failed(FailureKind kind) {
    return failed.getOrDefault(kind, 0L);
  }

  final long failedTotal() {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The nearest value that the histograms take. */
  static long clamped(long nanos) {
    return Math.clamp(nanos, 0, HIGHEST_NANOS);
  }

  static Histogram histogram() {
    return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
  }
}
