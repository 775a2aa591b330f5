package dev.tierbench.metrics;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * The middle of some values. Of an even number it is the lower of the two in the middle, so that it
 * is always one that was measured.
 */
public final class Median {

  private Median() {}

  /** Empty of no values. */
  public static <T extends Comparable<? super T>> Optional<T> of(Collection<T> values) {
    return of(values, Comparator.naturalOrder());
  }

  /** The same in an order. */
  public static <T> Optional<T> of(Collection<T> values, Comparator<? super T> order) {
    return values.stream().sorted(order).skip(rank(values.size()) - 1L).findFirst();
  }

  /** Its rank among so many values, counted from 1. */
  public static int rank(int values) {
    return Math.max(1, (values + 1) / 2);
  }
}
