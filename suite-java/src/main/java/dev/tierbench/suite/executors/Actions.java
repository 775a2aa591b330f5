package dev.tierbench.suite.executors;

import dev.tierbench.suite.Case;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The actions of the suite's cases; the definitions are those of the study. */
public final class Actions {

  static final Action ARITHMETIC = Actions::power;
  static final Action LISTS = Actions::lists;
  static final Action STORAGE = new Wait(seed -> TimeUnit.MICROSECONDS.toNanos(500 + 10L * seed));
  static final Action NETWORK = new Wait(TimeUnit.MILLISECONDS::toNanos);

  static final Map<String, Action> BY_CASE =
      Map.of(
          "arithmetic", ARITHMETIC,
          "lists", LISTS,
          "storage", STORAGE,
          "network", NETWORK,
          "mixed", new Mixed(),
          "park-1ms", new Wait(seed -> TimeUnit.MILLISECONDS.toNanos(1)));

  private Actions() {}

  /** The action of a case. */
  public static Action of(Case studyCase) {
    return Optional.ofNullable(BY_CASE.get(studyCase.name()))
        .orElseThrow(() -> new IllegalArgumentException("no action for " + studyCase));
  }

  /** The seed to its own power in floats, cut to an int: from 10 on it is the largest int. */
  private static long power(int seed) {
    float number = seed;
    return (int) (float) Math.pow(number, number);
  }

  /** A list through two maps, an index by text, a map of its values and a filter. */
  private static long lists(int seed) {
    Map<String, Integer> byText =
        IntStream.range(0, 100)
            .boxed()
            .map(item -> item + seed)
            .map(item -> item * 2)
            .collect(Collectors.toMap(Object::toString, item -> item));
    return byText.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue() + 1))
        .values()
        .stream()
        .filter(item -> item % 3 == 0)
        .mapToLong(Integer::longValue)
        .sum();
  }
}
