package dev.tierbench.loadgen;

import java.time.Instant;
import org.HdrHistogram.Histogram;

/** Receives the events of a run as they happen, on the thread that collects. */
interface RunListener {

  default void connected(int connections, double seconds) {}

  /**
   * A phase begins.
   *
   * @param boundary wall clock of the phase's opening boundary, which was just now
   */
  default void phaseStarted(String phase, Instant boundary) {}

  /**
   * One second, or the rest of a phase, is complete over all loops.
   *
   * @param serviceNanos of that second
   * @param responseNanos of that second; empty histogram in the closed model
   */
  default void second(Second second, Histogram serviceNanos, Histogram responseNanos) {}

  /**
   * Comes at the boundary, before the phase's last second has been added up.
   *
   * @param boundary wall clock of the phase's closing boundary, which was just now
   */
  default void phaseEnded(String phase, Instant boundary) {}

  /** Nothing more comes. */
  default void ended() {}

  /**
   * The values of one complete second, or of the rest of a phase.
   *
   * @param startSeconds since the beginning of the first phase
   * @param phaseSeconds since the beginning of this phase, at the second's end
   */
  record Second(
      String phase,
      double startSeconds,
      double endSeconds,
      double phaseSeconds,
      long ok,
      long failed) {}
}
