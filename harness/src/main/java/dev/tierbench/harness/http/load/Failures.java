package dev.tierbench.harness.http.load;

import dev.tierbench.run.LoadResult;
import java.util.List;
import java.util.stream.Stream;

/** The reasons of failed requests, as far as a generator tells them apart. */
final class Failures {

  private Failures() {}

  /** Those that occurred. */
  static List<LoadResult.Failure> of(LoadResult.Failure... all) {
    return Stream.of(all).filter(failure -> failure.count() > 0).toList();
  }
}
