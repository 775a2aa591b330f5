package dev.tierbench.observer.trace;

import dev.tierbench.run.record.Observation;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
@RecordBuilder
public record TraceResult(
    Optional<Map<Long, ThreadCalls>> calls,
    List<ThreadStart> starts,
    List<ThreadExit> exits,
    Optional<Window> window,
    Optional<Long> lostEvents,
    Optional<Observation.MapUsage> mapUsage,
    List<String> failures,
    List<String> caveats)
    implements TraceResultBuilder.With {

  /** A tracer that counts nothing per thread. */
  public static final TraceResult NOTHING =
      new TraceResult(
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          List.of());

  public TraceResult {
    calls = calls.map(Map::copyOf);
    starts = List.copyOf(starts);
    exits = List.copyOf(exits);
    failures = List.copyOf(failures);
    caveats = List.copyOf(caveats);
  }

  /** No counts, for that reason. */
  static TraceResult failed(String why) {
    return NOTHING.withFailures(List.of(why));
  }

  /** The calls of a thread that made none: futex operations are seen only inside the kernel. */
  public ThreadCalls noCalls() {
    Optional<Long> operations = window.map(stamped -> 0L);
    return new ThreadCalls(Map.of(), operations, operations);
  }

  /** The window in nanoseconds of the tracer's clock. */
  public record Window(long openNanos, long closeNanos) {

    /** Window of a tracer that does not stamp its own: every instant lies in it. */
    public static final Window ALWAYS = new Window(Long.MIN_VALUE, Long.MAX_VALUE);
  }
}
