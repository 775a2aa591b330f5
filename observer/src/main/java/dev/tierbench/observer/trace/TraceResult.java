package dev.tierbench.observer.trace;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a tracer counted between its edges.
 *
 * @param calls by TID; empty when it does not count per thread
 * @param edges the window on the tracer's clock; empty when it does not stamp it
 * @param lostEvents empty when it cannot tell
 * @param mapUsage empty when it has no bounded map
 * @param failures why the counts are not to be used, each with its remedy
 * @param caveats what to know when using them
 */
public record TraceResult(
    Optional<Map<Long, ThreadCalls>> calls,
    List<Birth> births,
    List<Exit> exits,
    Optional<Edges> edges,
    Optional<Long> lostEvents,
    Optional<MapUsage> mapUsage,
    List<String> failures,
    List<String> caveats) {

  /** A tracer that counts nothing per thread. */
  static final TraceResult NOTHING = failed(List.of());

  public TraceResult {
    calls = calls.map(Map::copyOf);
    births = List.copyOf(births);
    exits = List.copyOf(exits);
    failures = List.copyOf(failures);
    caveats = List.copyOf(caveats);
  }

  /** No counts, for these reasons. */
  public static TraceResult failed(List<String> failures) {
    return new TraceResult(
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        failures,
        List.of());
  }

  /** The calls of a thread that made none: futex operations are seen only inside the kernel. */
  public ThreadCalls noCalls() {
    Optional<Long> operations = edges.map(stamped -> 0L);
    return new ThreadCalls(Map.of(), operations, operations);
  }

  /** Opening and closing edge in nanoseconds. */
  public record Edges(long openNanos, long closeNanos) {}

  /** Entries of the tracer's map and how many fit. */
  public record MapUsage(int entries, int capacity) {

    /** From here on a capture is not to be trusted. */
    public static final double LIMIT = 0.8;

    /** Entries over capacity. */
    public double share() {
      return (double) entries / capacity;
    }
  }
}
