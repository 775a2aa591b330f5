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
   * Returns the arrivals of one loop.
   *
   * @param offset part of an interval by which the constant arrivals of this generator lie behind
   *     those of the first of the generators that drive one load
   * @param loop number of the loop, from 0
   * @param loops loops of this generator
   * @param seed of Poisson arrivals
   */
  static Arrivals of(Load.Open load, double offset, int loop, int loops, long seed) {
    return switch (ArrivalKind.valueOf(load.arrivals().toUpperCase(Locale.ROOT))) {
      case CONSTANT -> new Constant(load.rateRps(), offset, loop, loops);
      case POISSON -> new Poisson(load.rateRps(), loop, loops, seed);
    };
  }

  /** Returns the next intended start. */
  long nextNanos();

  /**
   * Every {@code 1/rate} s exactly, in closed form so that no rounding adds up: arrival k of the
   * whole run is at {@code (k + offset)/rate}, and belongs to loop {@code k mod loops}.
   */
  final class Constant implements Arrivals {
    private final double rateRps;
    private final double offset;
    private final int loops;
    private long index;

    /**
     * @param offset a part of an interval, by which generators that drive one load interleave
     */
    Constant(double rateRps, double offset, int loop, int loops) {
      this.rateRps = rateRps;
      this.offset = offset;
      this.loops = loops;
      index = loop;
    }

    @Override
    public long nextNanos() {
      long nanos = (long) ((index + offset) * SECOND_NANOS / rateRps);
      index += loops;
      return nanos;
    }
  }

  /**
   * A Poisson process. Independent processes of {@code rate/loops} each superpose to one of the
   * whole rate, so each loop draws its own gaps.
   */
  final class Poisson implements Arrivals {
    private final SplittableRandom random;
    private final double meanGapNanos;
    private double atNanos;

    Poisson(double rateRps, int loop, int loops, long seed) {
      random = new SplittableRandom(seed * 31 + loop);
      meanGapNanos = SECOND_NANOS * (double) loops / rateRps;
    }

    @Override
    public long nextNanos() {
      atNanos -= Math.log1p(-random.nextDouble()) * meanGapNanos;
      return (long) atNanos;
    }
  }
}
