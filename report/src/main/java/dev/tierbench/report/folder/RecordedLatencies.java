package dev.tierbench.report.folder;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.LatencySummary;
import java.util.List;
import java.util.Optional;

/**
 * The latencies of the measured phase by {@code latency.hlog}, which {@code load.json} summarises.
 *
 * @param summary empty when the file is missing or cannot be read
 * @param problems why it cannot be read
 */
public record RecordedLatencies(Optional<LatencySummary> summary, List<String> problems) {

  /** Reads those that count: response times in the open model, else service times. */
  public static RecordedLatencies of(RunFolder run, Step step) {
    ReadProblems problems = new ReadProblems(run.root());
    Optional<LatencySummary> summary =
        LatencyLog.read(
                run.trial(step.trial()).step(step.parameters()).latency(),
                LatencyLog.tag(step, PhaseName.MEASURE),
                problems)
            .map(log -> LatencySummary.ofNanos(log.merged()));
    return new RecordedLatencies(summary, problems.lines());
  }
}
