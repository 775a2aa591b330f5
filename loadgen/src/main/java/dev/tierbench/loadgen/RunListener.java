package dev.tierbench.loadgen;

import java.time.Instant;
import org.HdrHistogram.Histogram;

/** Is told of a run as it goes on, on the thread that collects. */
interface RunListener {

  default void connected(int connections, double seconds) {}

  /**
   * A phase begins.
   *
   * @param edge wall clock of the phase's opening edge, which was just now
   */
  default void phaseStarted(String phase, Instant edge) {}

  /**
   * One second, or the rest of a phase, is complete over all loops.
   *
   * @param serviceNanos of that second
   * @param responseNanos of that second; empty histogram in the closed model
   */
  default void second(Second second, Histogram serviceNanos, Histogram responseNanos) {}

  /**
   * Comes at the edge, before the phase's last second has been added up.
   *
   * @param edge wall clock of the phase's closing edge, which was just now
   */
  default void phaseEnded(String phase, Instant edge) {}

  /** Nothing more comes. */
  default void ended() {}

  /**
   * One complete second, or the rest of a phase, in figures.
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
