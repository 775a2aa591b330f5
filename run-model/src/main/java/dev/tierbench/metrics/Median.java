package dev.tierbench.metrics;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The middle of some values. Of an even number it lies between the two in the middle, so that
 * samples of different sizes have medians without a bias against each other.
 */
public final class Median {

  private Median() {}

  /** The median; empty of no values. */
  public static Optional<Double> of(Collection<Double> values) {
    List<Double> rising = values.stream().sorted().toList();
    return rising.isEmpty()
        ? Optional.empty()
        : Optional.of(between(rising.get(rank(rising.size()) - 1), rising.get(rising.size() / 2)));
  }

  /**
   * The middle of two values that rise: their geometric mean, so that the ratio of two medians is
   * the inverse of the other way round; of values that are not positive the arithmetic one.
   */
  public static double between(double lower, double upper) {
    return lower > 0 ? lower * Math.sqrt(upper / lower) : lower + (upper - lower) / 2;
  }

  /** The element in the middle of an order, of an even number the lower of two: a real one. */
  public static <T> Optional<T> element(Collection<T> elements, Comparator<? super T> order) {
    return elements.stream().sorted(order).skip(rank(elements.size()) - 1L).findFirst();
  }

  /** The rank of the middle among so many values, of an even number the lower, counted from 1. */
  public static int rank(int values) {
    return Math.max(1, (values + 1) / 2);
  }
}
