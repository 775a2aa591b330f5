package dev.tierbench.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Copies of maps for records: {@code Map.copyOf} has another order in each JVM. */
public final class OrderedMap {
  private OrderedMap() {}

  /**
   * An unmodifiable copy in the order of the map.
   *
   * @throws NullPointerException when a key or a value is null
   */
  public static <K, V> Map<K, V> copyOf(Map<K, V> map) {
    map.forEach((key, value) -> {
      Objects.requireNonNull(key);
      Objects.requireNonNull(value);
    });
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
