package dev.tierbench.report.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The percentile bootstrap of a median and of a ratio of medians, at 95 %. The bootstrap
 * distribution of an order statistic is known in closed form (Maritz and Jarrett 1978), so nothing
 * is drawn: no seed, no error of simulation. With fewer than 5 trials the interval is from the
 * least to the most, which covers the true median less often than 95 % of the time; {@link
 * DifferenceTest} therefore needs a test as well.
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

  /** The values of a sample with the probability that each is the median of a resample. */
  private static List<Atom> atoms(Sample sample) {
    List<Atom> atoms = new ArrayList<>();
    int n = sample.size();
    double below = 0;
    for (int i = 1; i <= n; i++) {
      double upTo =
          BinomialDistribution.of(n, (double) i / n).survivalProbability(sample.medianRank() - 1);
      atoms.add(new Atom(sample.values().get(i - 1), upTo - below));
      below = upTo;
    }
    return atoms;
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
