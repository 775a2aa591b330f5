package dev.tierbench.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How an implementation set itself up.
 *
 * @param threads how many tasks can be under way at once; empty without a limit
 * @param pools the size of each pool, as the pool itself tells it where it does; empty without a
 *     limit
 */
public record Setup(OptionalInt threads, Map<String, OptionalInt> pools, List<Library> libraries) {

  public Setup {
    pools = Collections.unmodifiableMap(new LinkedHashMap<>(pools));
    libraries = List.copyOf(libraries);
  }

  /** Tasks on one pool of a known size. */
  public static Setup pool(String name, int size, Library... libraries) {
    OptionalInt threads = OptionalInt.of(size);
    return new Setup(threads, Map.of(name, threads), List.of(libraries));
  }

  /** Tasks on a pool that grows without a limit. */
  public static Setup unbounded(String name, Library... libraries) {
    return new Setup(OptionalInt.empty(), Map.of(name, OptionalInt.empty()), List.of(libraries));
  }

  /** Work on the thread that runs it. */
  public static Setup caller(Library... libraries) {
    return new Setup(OptionalInt.of(1), Map.of(), List.of(libraries));
  }
}
