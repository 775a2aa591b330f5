package dev.tierbench.loadgen.result;

/**
 * What one loop counted in one second, or less, of one phase. Filled by its loop, then handed over
 * and never changed again. Instants are those of {@link System#nanoTime}.
 */
public final class Slice extends Tally {

  final int loop;
  final int phase;
  final long startNanos;
  final boolean first;
  final long carriedIn;
  long carriedInAgeNanos;
  long endNanos;
  long inFlightAtEnd;
  long inFlightAgeAtEndNanos;
  long due;
  long unsentAtEnd;

  /**
   * @param first whether the slice opens its phase
   * @param open whether response times are recorded
   */
  Slice(int loop, int phase, long startNanos, boolean first, long carriedIn, boolean open) {
    super(open);
    this.loop = loop;
    this.phase = phase;
    this.startNanos = startNanos;
    this.first = first;
    this.carriedIn = carriedIn;
  }
}
