package dev.tierbench.loadgen.arrival;

import dev.tierbench.run.Load;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The intended starts of an open model, in nanoseconds after its beginning, ascending. Confined to
 * one loop; the loops' sequences together have the whole rate.
 */
public sealed interface Arrivals {

  long SECOND_NANOS = 1_000_000_000L;

  /**
   * Returns the arrivals of one loop, whose share of the rate is its share of the requests at once.
   *
   * @param offset part of an interval by which the constant arrivals of this generator lie behind
   *     those of the first of the generators that drive one load
   * @param loop number of the loop, from 0
   * @param slots the requests at once that the loop carries, ascending, as numbers from 0 of all
   *     {@code load.connections()}
   * @param seed of Poisson arrivals
   */
  static Arrivals of(Load.Open load, double offset, int loop, int[] slots, long seed) {
    int all = load.connections();
    return switch (ArrivalKind.valueOf(load.arrivals().toUpperCase(Locale.ROOT))) {
      case CONSTANT -> new Constant(load.rateRps(), offset, slots, all);
      case POISSON -> new Poisson(load.rateRps() * ((double) slots.length / all), loop, seed);
    };
  }

  /** Returns the next intended start. */
  long nextNanos();

  /**
   * Every {@code 1/rate} s exactly, in closed form so that no rounding adds up: arrival k of the
   * whole run is at {@code (k + offset)/rate}, and belongs to the loop that has slot {@code k mod
   * all}.
   */
  final class Constant implements Arrivals {
    private final double rateRps;
    private final double offset;
    private final int[] slots;
    private final int all;
    private int next;

    /** Arrivals of all slots before the turn under way. */
    private long before;

    /**
     * @param rateRps of all slots together
     * @param offset a part of an interval, by which generators that drive one load interleave
     * @param slots of the loop, ascending
     */
    Constant(double rateRps, double offset, int[] slots, int all) {
      this.rateRps = rateRps;
      this.offset = offset;
      this.slots = slots.clone();
      this.all = all;
    }

    @Override
    public long nextNanos() {
      long nanos = (long) ((before + slots[next] + offset) * SECOND_NANOS / rateRps);
      next++;
      if (next == slots.length) {
        next = 0;
        before += all;
      }
      return nanos;
    }
  }

  /**
   * A Poisson process. Independent processes superpose to one of the sum of their rates, so each
   * loop draws its own gaps.
   */
  final class Poisson implements Arrivals {
    private final SplittableRandom random;
    private final double meanGapNanos;
    private double atNanos;

    /**
     * @param rateRps of the loop
     */
    Poisson(double rateRps, int loop, long seed) {
      // Without mixing, neighbouring seeds would have the gaps of some of their loops in common.
      random = new SplittableRandom(new SplittableRandom(seed).nextLong() + loop);
      meanGapNanos = SECOND_NANOS / rateRps;
    }

    @Override
    public long nextNanos() {
      atNanos -= Math.log1p(-random.nextDouble()) * meanGapNanos;
      return (long) atNanos;
    }
  }
}
