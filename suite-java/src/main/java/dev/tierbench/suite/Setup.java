package dev.tierbench.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * How an implementation set itself up.
 *
 * @param threads how many tasks can be under way at once; empty without a limit
 * @param pools the size of each pool, as the pool itself reports it where it does; empty without a
 *     limit
 */
public record Setup(OptionalInt threads, Map<String, OptionalInt> pools, List<Library> libraries) {

  public Setup {
    pools = Collections.unmodifiableMap(new LinkedHashMap<>(pools));
    libraries = List.copyOf(libraries);
  }

  /** Tasks on one pool; without a size it grows without a limit. */
  public static Setup pool(String name, OptionalInt size, Library... libraries) {
    return new Setup(size, Map.of(name, size), List.of(libraries));
  }

  /** Tasks on one pool of a known size. */
  public static Setup pool(String name, int size, Library... libraries) {
    return pool(name, OptionalInt.of(size), libraries);
  }

  /** Tasks on a pool that grows without a limit. */
  public static Setup unbounded(String name, Library... libraries) {
    return pool(name, OptionalInt.empty(), libraries);
  }

  /** Tasks on an executor of the JDK. */
  public static Setup executor(String name, ExecutorService executor) {
    return switch (executor) {
      case ThreadPoolExecutor fixed -> pool(name, fixed.getMaximumPoolSize());
      case ForkJoinPool stealing -> pool(name, stealing.getParallelism());
      default -> unbounded(name);
    };
  }

  /** Work on the thread that runs it. */
  public static Setup caller(Library... libraries) {
    return new Setup(OptionalInt.of(1), Map.of(), List.of(libraries));
  }
}
