package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.LoadResultPhaseBuilder;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a generator reports of one run.
 *
 * @param seconds the service times of each second, in nanoseconds; none when it does not report
 *     them
 */
public record LoadReport(
    LoadResult.Phase phase, List<LoadResult.Failure> failures, List<Histogram> seconds) {

  public LoadReport {
    failures = List.copyOf(failures);
    seconds = List.copyOf(seconds);
  }

  /** The reasons of all failures of a step, each once. */
  public static List<LoadResult.Failure> failures(List<LoadReport> reports) {
    return FailureReasons.merged(reports.stream().flatMap(report -> report.failures().stream()));
  }

  /** What every generator reports of the phase of a run. */
  static LoadResultPhaseBuilder phase(
      LoadOrder order, String startedAt, double seconds, long ok, LoadResult.Failed failed) {
    return LoadResultPhaseBuilder.builder()
        .name(order.phase().id())
        .startedAt(startedAt)
        .seconds(seconds)
        .ok(ok)
        .failed(failed)
        .throughputRps(seconds > 0 ? ok / seconds : 0);
  }
}
