package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.result.FailureKind;
import dev.tierbench.run.record.LoadResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Why requests failed, and how often. Thread-safe; touched only when something fails. */
final class Failures {

  /** Reasons may hold bytes of the peer; their number is bounded all the same. */
  private static final int MAX_REASONS = 100;

  private record Key(String kind, String reason) {}

  private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();

  /** The reason of a request that counted as failed. */
  void note(FailureKind kind, String reason) {
    note(kind.name().toLowerCase(Locale.ROOT), reason);
  }

  /** The reason why a connection that no request was on was lost, or not reconnected. */
  void noteIdle(String reason) {
    note(LoadResult.Failure.IDLE, reason);
  }

  private void note(String kind, String reason) {
    Key key = new Key(kind, reason);
    if (counts.size() >= MAX_REASONS && !counts.containsKey(key)) {
      key = new Key(kind, "other reasons");
    }
    counts.computeIfAbsent(key, added -> new LongAdder()).increment();
  }

  /** Most frequent first. */
  List<LoadResult.Failure> list() {
    return counts.entrySet().stream()
        .map(entry ->
            new LoadResult.Failure(
                entry.getKey().kind(), entry.getKey().reason(), entry.getValue().sum()))
        .sorted(Comparator.comparingLong(LoadResult.Failure::count).reversed())
        .toList();
  }
}
