package dev.tierbench.run.delay;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;
import static dev.tierbench.run.Units.NANOS_PER_MICRO;

import dev.tierbench.run.Require;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Delays that the echo tier counted. Percentiles are exact to three digits, bins are 2.2 % wide.
 *
 * @param bins that hold a delay, in the order of their length
 */
public record DelayHistogram(
    double meanUs, double p50Us, double p90Us, double p99Us, List<Bin> bins) {

  /** Bins from a delay to twice that delay. */
  private static final int PER_OCTAVE = 32;

  /** Delay below which a timer is too coarse for a share of it. */
  public static final double LEAST_MILLIS = 10;

  private static final double LN2 = Math.log(2);

  /**
   * Delays of about one length.
   *
   * @param index such that the bin begins at {@code 2^(index / 32)} microseconds
   */
  public record Bin(int index, long count) {
    public Bin {
      Require.that(count > 0, () -> "a bin of delays holds at least one");
    }

    /** End of the bin, in seconds. */
    double end() {
      return Math.exp((index + 1.0) / PER_OCTAVE * LN2) / MICROS_PER_SECOND;
    }
  }

  public DelayHistogram {
    bins = List.copyOf(bins);
    Require.that(!bins.isEmpty(), () -> "a histogram of delays has at least one");
  }

  /** The delays of a histogram of nanoseconds that has at least one. */
  public static DelayHistogram of(Histogram nanos) {
    Map<Integer, Long> counts = new TreeMap<>();
    nanos
        .recordedValues()
        .forEach(value ->
            counts.merge(
                index(value.getValueIteratedTo() / NANOS_PER_MICRO),
                value.getCountAtValueIteratedTo(),
                Long::sum));
    return new DelayHistogram(
        nanos.getMean() / NANOS_PER_MICRO,
        nanos.getValueAtPercentile(50) / NANOS_PER_MICRO,
        nanos.getValueAtPercentile(90) / NANOS_PER_MICRO,
        nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
        bins(counts));
  }

  private static int index(double micros) {
    return (int) Math.floor(PER_OCTAVE * Math.log(Math.max(micros, 1)) / LN2);
  }

  private static List<Bin> bins(Map<Integer, Long> counts) {
    return counts.entrySet().stream().map(bin -> new Bin(bin.getKey(), bin.getValue())).toList();
  }

  /** Both together; of each percentile, the larger one. */
  public DelayHistogram plus(DelayHistogram other) {
    Map<Integer, Long> counts = new TreeMap<>();
    bins.forEach(bin -> counts.merge(bin.index(), bin.count(), Long::sum));
    other.bins.forEach(bin -> counts.merge(bin.index(), bin.count(), Long::sum));
    double all = (double) count() + other.count();
    return new DelayHistogram(
        (meanUs * count() + other.meanUs * other.count()) / all,
        Math.max(p50Us, other.p50Us),
        Math.max(p90Us, other.p90Us),
        Math.max(p99Us, other.p99Us),
        bins(counts));
  }

  public long count() {
    return bins.stream().mapToLong(Bin::count).sum();
  }

  /**
   * Largest distance between the distribution function of these delays and that of another
   * distribution, from 0 to 1 (Kolmogorov and Smirnov). A delay that is late by no more than the
   * tolerance counts as kept, and so does one that the resolution of the histogram makes early.
   *
   * @param tolerance by which a delay may be late: a share of it, and of 10 ms at least
   */
  public double distance(DelayDistribution asked, double tolerance) {
    double least = tolerance * LEAST_MILLIS / MILLIS_PER_SECOND;
    double all = count();
    double distance = 0;
    long below = 0;
    for (Bin bin : bins) {
      double begin = new Bin(bin.index() - 1, 1).end();
      double onTime = Math.min(begin / (1 + tolerance), begin - least);
      distance = Math.max(distance, asked.cumulative(onTime) - below / all);
      below += bin.count();
      distance = Math.max(distance, below / all - asked.cumulative(bin.end()));
    }
    return distance;
  }
}
