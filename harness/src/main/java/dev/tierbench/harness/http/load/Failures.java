package dev.tierbench.harness.http.load;

import dev.tierbench.run.LoadResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The reasons of failed requests, as far as a generator tells them apart. */
final class Failures {

  private Failures() {}

  /** Those that occurred. */
  static List<LoadResult.Failure> of(LoadResult.Failure... all) {
    return Stream.of(all).filter(failure -> failure.count() > 0).toList();
  }

  /** Each reason once, in the order of its first. */
  static List<LoadResult.Failure> merged(Stream<LoadResult.Failure> all) {
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
