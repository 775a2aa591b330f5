package dev.tierbench.harness.http.sample;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import java.util.concurrent.TimeUnit;

/**
 * Both clocks of this host at an instant: the wall clock, by which other processes state times, and
 * the one that nobody sets.
 */
public record ClockReading(long epochMs, long nanoTime) {

  /** What rounding may look like. */
  private static final long ROUNDING_MS = 2;

  /** Reads both clocks. */
  public static ClockReading now() {
    return new ClockReading(System.currentTimeMillis(), System.nanoTime());
  }

  /** How far the wall clock was set between the readings; 0 of what is only slewed. */
  private long stepMs(ClockReading earlier) {
    long elapsedMs = TimeUnit.NANOSECONDS.toMillis(nanoTime - earlier.nanoTime);
    long step = epochMs - earlier.epochMs - elapsedMs;
    long slewed = (long) (elapsedMs / MILLIS_PER_SECOND); // twice as fast as the kernel slews
    return Math.abs(step) > ROUNDING_MS + slewed ? step : 0;
  }

  /**
   * A bound of how long before this reading something happened, in nanoseconds. Where the clock was
   * set back meanwhile it may have been before or after that: the longer time counts.
   *
   * @param happenedMs when it happened, by the wall clock
   * @param before a reading from before it happened
   */
  public long sinceNanos(long happenedMs, ClockReading before) {
    long apparent = epochMs - happenedMs;
    return TimeUnit.MILLISECONDS.toNanos(
        Math.max(0, Math.max(apparent, apparent - stepMs(before))));
  }
}
