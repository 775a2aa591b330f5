package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.run.record.LoadResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The reasons of failed requests, as far as a generator distinguishes them. */
public final class FailureReasons {

  static final String STATUS = "status";
  static final String CONNECT = "connect";
  static final String RESET = "reset";
  static final String TIMEOUT = "timeout";

  /** Kinds of failures that most generators report. */
  static final List<String> USUAL = List.of(STATUS, CONNECT, RESET, TIMEOUT);

  private FailureReasons() {}

  /** Failures that occurred at least once. */
  static List<LoadResult.Failure> of(LoadResult.Failure... all) {
    return Stream.of(all).filter(failure -> failure.count() > 0).toList();
  }

  /** The counts of the kinds that a generator looks for; the others are empty. */
  static LoadResult.Failed byKind(List<LoadResult.Failure> failures, List<String> lookedFor) {
    Map<String, Long> counts = new HashMap<>();
    lookedFor.forEach(kind -> counts.put(kind, 0L));
    failures.forEach(failure -> counts.merge(failure.kind(), failure.count(), Long::sum));
    return new LoadResult.Failed(
        Optional.ofNullable(counts.get(STATUS)),
        Optional.empty(),
        Optional.ofNullable(counts.get(CONNECT)),
        Optional.ofNullable(counts.get(RESET)),
        Optional.ofNullable(counts.get(TIMEOUT)),
        Optional.empty());
  }

  /** Merges failures of the same kind and reason, in the order of their first. */
  public static List<LoadResult.Failure> merged(Stream<LoadResult.Failure> all) {
    Map<List<String>, Long> counts = new LinkedHashMap<>();
    all.forEach(failure ->
        counts.merge(List.of(failure.kind(), failure.reason()), failure.count(), Long::sum));
    return counts.entrySet().stream()
        .map(each ->
            new LoadResult.Failure(
                each.getKey().getFirst(), each.getKey().getLast(), each.getValue()))
        .toList();
  }
}
