package dev.tierbench.loadgen.result;

import java.time.Instant;

/** Receives the events of a run as they happen, on the thread that collects. */
public interface RunListener {

  default void connected(int connections, double seconds) {}

  /**
   * A phase begins.
   *
   * @param boundary wall clock of the phase's opening boundary, which was just now
   */
  default void phaseStarted(String phase, Instant boundary) {}

  /** One second, or the rest of a phase, is complete over all loops. */
  default void second(Second second) {}

  /**
   * A phase ends; the event of its last second follows.
   *
   * @param boundary wall clock of the phase's closing boundary, which was just now
   */
  default void phaseEnded(String phase, Instant boundary) {}

  /** The last event of the run. */
  default void ended() {}

  /**
   * The values of one complete second, or of the rest of a phase.
   *
   * @param startSeconds since the beginning of the first phase
   * @param phaseSeconds since the beginning of this phase, at the second's end
   */
  record Second(
      String phase, double startSeconds, double endSeconds, double phaseSeconds, Tally counted) {

    /** Returns the length in seconds. */
    public double seconds() {
      return endSeconds - startSeconds;
    }
  }
}
