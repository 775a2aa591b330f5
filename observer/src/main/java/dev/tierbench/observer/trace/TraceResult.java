package dev.tierbench.observer.trace;

import dev.tierbench.run.Observed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a tracer counted inside the window.
 *
 * @param calls by TID; empty when it does not count per thread
 * @param window on the tracer's clock; empty when it does not stamp it
 * @param lostEvents empty when it does not report them
 * @param mapUsage empty when it has no bounded map
 * @param failures why the counts are not to be used, each with a hint
 * @param caveats what to know when using them
 */
public record TraceResult(
    Optional<Map<Long, ThreadCalls>> calls,
    List<ThreadStart> starts,
    List<ThreadExit> exits,
    Optional<Window> window,
    Optional<Long> lostEvents,
    Optional<Observed.MapUsage> mapUsage,
    List<String> failures,
    List<String> caveats) {

  /** A tracer that counts nothing per thread. */
  static final TraceResult NOTHING = failed(List.of());

  public TraceResult {
    calls = calls.map(Map::copyOf);
    starts = List.copyOf(starts);
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

  /** The same with more caveats. */
  TraceResult withCaveats(List<String> more) {
    return new TraceResult(
        calls,
        starts,
        exits,
        window,
        lostEvents,
        mapUsage,
        failures,
        Stream.concat(caveats.stream(), more.stream()).toList());
  }

  /** The calls of a thread that made none: futex operations are seen only inside the kernel. */
  public ThreadCalls noCalls() {
    Optional<Long> operations = window.map(stamped -> 0L);
    return new ThreadCalls(Map.of(), operations, operations);
  }

  /** The window in nanoseconds of the tracer's clock. */
  public record Window(long openNanos, long closeNanos) {}
}
