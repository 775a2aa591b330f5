package dev.tierbench.run.record;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

/**
 * The longest time of a phase in which something did not happen.
 *
 * @param atSeconds when it began, after the start of the phase, by the clock of who saw it
 */
public record Pause(double seconds, double atSeconds) {

  /** Whether the two share an instant, where both clocks began at the start of the phase. */
  public boolean overlaps(Pause other) {
    return atSeconds < other.atSeconds + other.seconds && other.atSeconds < atSeconds + seconds;
  }

  public double millis() {
    return seconds * MILLIS_PER_SECOND;
  }
}
