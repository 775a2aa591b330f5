package dev.tierbench.run.threads;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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

  /** All counters by the column of {@code threads.csv}; one that was not measured is empty. */
  public Map<String, Optional<Long>> columns() {
    Map<String, Optional<Long>> columns = new LinkedHashMap<>();
    for (Counter counter : Counter.values()) {
      columns.put(counter.column(), get(counter));
    }
    return columns;
  }

  /** The same with those of other counters; of a counter in both that of the other is taken. */
  public Counts with(Counts other) {
    Map<Counter, Long> all = new EnumMap<>(Counter.class);
    all.putAll(values);
    all.putAll(other.values);
    return new Counts(all);
  }

  /** The sum per counter that every part has; a sum that lacks a part is not measured. */
  public static Counts sum(Collection<Counts> parts) {
    EnumMap<Counter, Long> sum = new EnumMap<>(Counter.class);
    parts.stream().findFirst().ifPresent(first -> sum.putAll(first.values));
    parts.stream()
        .skip(1)
        .forEach(part -> {
          sum.keySet().retainAll(part.values.keySet());
          sum.replaceAll((counter, value) -> value + part.values.get(counter));
        });
    return new Counts(sum);
  }

  /**
   * What the parts have in all, per counter that any of them has: at least that, since a part that
   * lacks a counter adds nothing.
   */
  public static Counts atLeast(Collection<Counts> parts) {
    EnumMap<Counter, Long> sum = new EnumMap<>(Counter.class);
    parts.forEach(
        part -> part.values.forEach((counter, value) -> sum.merge(counter, value, Long::sum)));
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
