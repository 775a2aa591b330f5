package dev.tierbench.report.stats;

import dev.tierbench.metrics.Median;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The percentile bootstrap of a median and of a ratio of medians, at 95 %. The bootstrap
 * distribution of order statistics is known in closed form (Maritz and Jarrett 1978), so nothing is
 * drawn: no seed, no error of simulation. Of up to 5 trials the interval of a median is from the
 * least to the most, and that of a ratio with up to 3 trials a side from the least to the most that
 * two trials have. Intervals of so few trials hold the true value less often than 95 % of the time;
 * {@link DifferenceTest} therefore needs a test as well.
 */
public final class BootstrapMedian {

  private static final double TAIL = 0.025;

  private BootstrapMedian() {}

  private record Atom(double value, double probability) {

    Atom dividedBy(Atom under) {
      return new Atom(value / under.value, probability * under.probability);
    }
  }

  /** The interval of the median; empty with fewer than two trials. */
  public static Optional<Interval> interval(Sample sample) {
    return sample.size() < 2 ? Optional.empty() : Optional.of(percentile(atoms(sample)));
  }

  /** The interval of median b over median a; empty unless both have two positive trials. */
  public static Optional<Interval> ratio(Sample a, Sample b) {
    if (a.size() < 2 || b.size() < 2 || !a.isPositive() || !b.isPositive()) {
      return Optional.empty();
    }
    List<Atom> ofB = atoms(b);
    return Optional.of(
        percentile(
            atoms(a).stream()
                .flatMap(under -> ofB.stream().map(over -> over.dividedBy(under)))
                .toList()));
  }

  /** The medians that a resample can have, each with its probability. */
  private static List<Atom> atoms(Sample sample) {
    List<Atom> atoms = new ArrayList<>();
    int n = sample.size();
    double below = 0;
    for (int i = 1; i <= n; i++) {
      List<Atom> between = n % 2 == 0 ? between(sample, i) : List.of();
      double upTo =
          BinomialDistribution.of(n, (double) i / n).survivalProbability(Median.rank(n) - 1);
      double apart = between.stream().mapToDouble(Atom::probability).sum();
      atoms.add(new Atom(sample.values().get(i - 1), Math.max(0, upTo - below - apart)));
      atoms.addAll(between);
      below = upTo;
    }
    return atoms;
  }

  /** The medians between a value, the lower of a resample's two middle ones, and a larger one. */
  private static List<Atom> between(Sample sample, int lower) {
    int n = sample.size();
    int half = n / 2;
    double splits = BinomialDistribution.of(n, 0.5).probability(half);
    double belowOrAt = split(lower, n, half);
    return IntStream.rangeClosed(lower + 1, n)
        .mapToObj(upper ->
            new Atom(
                Median.between(sample.values().get(lower - 1), sample.values().get(upper - 1)),
                splits * belowOrAt * split(n - upper + 1, n, half)))
        .toList();
  }

  /** The probability, doubled for each draw, that the farthest of so many draws has that rank. */
  private static double split(int rank, int n, int draws) {
    return Math.pow(2.0 * rank / n, draws) - Math.pow(2.0 * (rank - 1) / n, draws);
  }

  private static Interval percentile(List<Atom> atoms) {
    List<Atom> rising = atoms.stream().sorted(Comparator.comparingDouble(Atom::value)).toList();
    return new Interval(tail(rising), tail(rising.reversed()));
  }

  /** The first value, from one end, at which the tail is full. */
  private static double tail(List<Atom> fromTheEnd) {
    double mass = 0;
    for (Atom atom : fromTheEnd) {
      mass += atom.probability();
      if (mass >= TAIL) {
        return atom.value();
      }
    }
    return fromTheEnd.getLast().value();
  }
}
