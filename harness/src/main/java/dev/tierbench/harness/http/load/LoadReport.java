package dev.tierbench.harness.http.load;

import dev.tierbench.run.LoadResult;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a generator reports of one run.
 *
 * @param seconds the service times of each second, in nanoseconds; none when it does not tell
 */
public record LoadReport(
    LoadResult.Phase phase, List<LoadResult.Failure> failures, List<Histogram> seconds) {

  public LoadReport {
    failures = List.copyOf(failures);
    seconds = List.copyOf(seconds);
  }

  /** The reasons of all failures of a step, each once. */
  public static List<LoadResult.Failure> failures(List<LoadReport> reports) {
    return Failures.merged(reports.stream().flatMap(report -> report.failures().stream()));
  }

  /** Of a generator that only reports the whole run. */
  LoadReport(LoadResult.Phase phase, List<LoadResult.Failure> failures) {
    this(phase, failures, List.of());
  }
}
