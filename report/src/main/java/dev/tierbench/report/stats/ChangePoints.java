package dev.tierbench.report.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.hipparchus.stat.ranking.NaturalRanking;
import org.hipparchus.util.CombinatoricsUtils;

/**
 * Finds where the values of a series moved: E-divisive (Matteson and James 2014), which splits a
 * series where the energy distance between its halves is largest, as long as a permutation test
 * finds the split, and then each half. It works on ranks, so that a single outlier is no change.
 * The values are taken to be independent of each other.
 *
 * @param level of the test of each split: how often a series that did not move is split
 * @param seed of the permutations
 */
public record ChangePoints(double level, long seed) {

  /** Values on either side of a change. */
  public static final int LEAST_SEGMENT = 3;

  /** Permutations for each one that the level lets be as extreme. */
  private static final int PERMUTATIONS_PER_LEVEL = 20;

  /**
   * A place where a series moved.
   *
   * @param index of the first value after it
   * @param pValue of the permutation test
   */
  public record Change(int index, double pValue) {}

  /** A split of a series, and how far apart its halves are. */
  private record Split(int index, double statistic) {}

  /** The fewest values of which a test at a level can find any change. */
  public static int fewestValues(double level) {
    return IntStream.iterate(2 * LEAST_SEGMENT, n -> n + 1)
        .filter(n -> 2 / CombinatoricsUtils.binomialCoefficientDouble(n, n / 2) <= level)
        .findFirst()
        .orElseThrow();
  }

  /** The changes of a series, in its order. */
  public List<Change> of(List<Double> values) {
    List<Change> changes = new ArrayList<>();
    search(values, 0, changes);
    changes.sort(Comparator.comparingInt(Change::index));
    return IntStream.range(0, changes.size())
        .mapToObj(i ->
            located(
                values,
                i == 0 ? 0 : changes.get(i - 1).index(),
                changes.get(i),
                i == changes.size() - 1 ? values.size() : changes.get(i + 1).index()))
        .toList();
  }

  /**
   * A change where its neighbours leave it: a split of more than two levels leans to the middle.
   */
  private static Change located(List<Double> values, int from, Change change, int to) {
    return new Change(from + best(ranks(values.subList(from, to))).index(), change.pValue());
  }

  private void search(List<Double> values, int offset, List<Change> changes) {
    if (values.size() < fewestValues(level)) {
      return;
    }
    double[] ranks = ranks(values);
    Split best = best(ranks);
    Optional<Double> pValue = pValue(ranks, best.statistic(), values.hashCode());
    if (pValue.isEmpty()) {
      return;
    }
    changes.add(new Change(offset + best.index(), pValue.get()));
    search(values.subList(0, best.index()), offset, changes);
    search(values.subList(best.index(), values.size()), offset + best.index(), changes);
  }

  private static double[] ranks(List<Double> values) {
    return new NaturalRanking().rank(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /**
   * The share of permutations that are split as far; empty when it is above the level.
   *
   * @param of the series, so that each has permutations of its own
   */
  private Optional<Double> pValue(double[] ranks, double statistic, int of) {
    int permutations = (int) Math.ceil(PERMUTATIONS_PER_LEVEL / level);
    Random random = new Random(seed + of);
    double[] permuted = ranks.clone();
    int asExtreme = 1; // the series itself
    for (int i = 0; i < permutations; i++) {
      shuffle(permuted, random);
      if (best(permuted).statistic() >= statistic) {
        asExtreme++;
        if (asExtreme > level * (permutations + 1)) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(asExtreme / (permutations + 1.0));
  }

  private static void shuffle(double[] values, Random random) {
    for (int i = values.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double value = values[i];
      values[i] = values[other];
      values[other] = value;
    }
  }

  /** The split with the largest energy distance, scaled by the sizes of its halves. */
  private static Split best(double[] values) {
    int n = values.length;
    double total = 0;
    for (int i = 0; i < n; i++) {
      total += distances(values, i, 0, i);
    }
    double left = 0;
    double right = total;
    Split best = new Split(LEAST_SEGMENT, Double.NEGATIVE_INFINITY);
    for (int split = 1; split <= n - LEAST_SEGMENT; split++) {
      left += distances(values, split - 1, 0, split - 1);
      right -= distances(values, split - 1, split, n);
      if (split >= LEAST_SEGMENT) {
        double statistic = statistic(total, left, right, split, n - split);
        if (statistic > best.statistic()) {
          best = new Split(split, statistic);
        }
      }
    }
    return best;
  }

  /**
   * The energy distance of two halves, scaled.
   *
   * @param total of the distances of all pairs
   * @param left of those with both in the first half
   * @param right of those with both in the second half
   */
  private static double statistic(double total, double left, double right, int m, int n) {
    double between = 2 * (total - left - right) / ((double) m * n);
    double within = 2 * left / ((double) m * (m - 1)) + 2 * right / ((double) n * (n - 1));
    return (double) m * n / (m + n) * (between - within);
  }

  private static double distances(double[] values, int of, int from, int to) {
    return Arrays.stream(values, from, to).map(value -> Math.abs(value - values[of])).sum();
  }
}
