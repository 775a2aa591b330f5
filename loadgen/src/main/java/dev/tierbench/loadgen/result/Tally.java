package dev.tierbench.loadgen.result;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What was counted over some time; tallies add up. Times are in nanoseconds. */
public class Tally {

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

  /** Failed responses with status 504. */
  long gatewayTimeouts;

  long reconnects;
  final Renewals renewals = new Renewals();

  private final boolean open;

  /**
   * @param open whether response times are recorded
   */
  Tally(boolean open) {
    this.open = open;
    responseNanos = open ? histogram() : new Histogram(0);
  }

  final void add(Tally other) {
    addCounts(other);
    pause.add(other.pause);
    silence.add(other.silence);
  }

  /** Adds all but the longest pause and silence, which have their places in time. */
  final void addCounts(Tally other) {
    serviceNanos.add(other.serviceNanos);
    responseNanos.add(other.responseNanos);
    loopLagNanos.add(other.loopLagNanos);
    other.failed.forEach((kind, count) -> failed.merge(kind, count, Long::sum));
    sent += other.sent;
    ok += other.ok;
    sentOnTime += other.sentOnTime;
    lateWithConnection += other.lateWithConnection;
    lateWithoutConnection += other.lateWithoutConnection;
    maxScheduleLagNanos = Math.max(maxScheduleLagNanos, other.maxScheduleLagNanos);
    bytesReceived += other.bytesReceived;
    errorStatuses += other.errorStatuses;
    gatewayTimeouts += other.gatewayTimeouts;
    reconnects += other.reconnects;
    renewals.add(other.renewals);
  }

  /** Returns the service times, from send to answer, in nanoseconds. */
  public final Histogram serviceNanos() {
    return serviceNanos;
  }

  /** Returns the response times, from intended start to answer; empty in the closed model. */
  public final Histogram responseNanos() {
    return responseNanos;
  }

  /** Returns whether response times are recorded, as in the open model. */
  public final boolean isOpen() {
    return open;
  }

  /** Returns the number of requests that were answered as expected. */
  public final long ok() {
    return ok;
  }

  /** Returns the number of bytes received. */
  public final long bytesReceived() {
    return bytesReceived;
  }

  /** Returns the number of responses with a status of 400 or more, expected or not. */
  public final long errorStatuses() {
    return errorStatuses;
  }

  /** Returns the number of connections that were reconnected. */
  public final long reconnects() {
    return reconnects;
  }

  /** Returns the response times in the open model, else the service times, in nanoseconds. */
  public final Histogram latencyNanos() {
    return responseNanos.getTotalCount() > 0 ? responseNanos : serviceNanos;
  }

  /** Returns the number of requests that failed in that way. */
  public final long failed(FailureKind kind) {
    return failed.getOrDefault(kind, 0L);
  }

  /** Returns the number of requests that failed in any way. */
  public final long failedTotal() {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The nearest value that the histograms take. */
  static long clamped(long nanos) {
    return Math.clamp(nanos, 0, HIGHEST_NANOS);
  }

  /** Returns an empty histogram of nanoseconds with three significant digits, for 1 us to 1 h. */
  public static Histogram histogram() {
    return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
  }
}
