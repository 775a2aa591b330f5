package dev.tierbench.run;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Counts by counter; one that was not measured is absent, never 0. Immutable. */
public record Counts(Map<Counter, Long> values) {

  public static final Counts NONE = new Counts(Map.of());

  public Counts {
    EnumMap<Counter, Long> copy = new EnumMap<>(Counter.class);
    copy.putAll(values);
    values = Collections.unmodifiableMap(copy);
  }

  /** The count, empty when it was not measured. */
  public Optional<Long> get(Counter counter) {
    return Optional.ofNullable(values.get(counter));
  }

  /** The sum per counter; a counter that only one side measured keeps that side's count. */
  public Counts plus(Counts other) {
    EnumMap<Counter, Long> sum = new EnumMap<>(Counter.class);
    sum.putAll(values);
    other.values.forEach((counter, value) -> sum.merge(counter, value, Long::sum));
    return new Counts(sum);
  }

  /** The difference per counter that both sides measured. */
  public Counts minus(Counts earlier) {
    EnumMap<Counter, Long> difference = new EnumMap<>(Counter.class);
    values.forEach((counter, value) ->
        earlier.get(counter).ifPresent(before -> difference.put(counter, value - before)));
    return new Counts(difference);
  }
}
