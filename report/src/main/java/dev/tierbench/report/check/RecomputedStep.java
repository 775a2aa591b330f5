package dev.tierbench.report.check;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.metrics.StepMetrics;
import dev.tierbench.report.folder.RecordedLatencies;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepRecords;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A step whose values were worked out again from its raw records.
 *
 * @param step with the new values; with the stored ones where its records are not complete
 * @param differences the stored values that are others, and records that contradict each other
 */
record RecomputedStep(Step step, List<Difference> differences) {

  /** Two summaries of the same times, by histograms of three digits, agree as closely as that. */
  private static final double SUMMARY_SHARE = 0.005;

  private static final double SUMMARY_MICROS = 1;

  private static final Map<String, Function<LatencySummary, Optional<Double>>> LATENCIES =
      new LinkedHashMap<>();

  static {
    LATENCIES.put("mean", LatencySummary::mean);
    LATENCIES.put("p50", LatencySummary::p50);
    LATENCIES.put("p90", LatencySummary::p90);
    LATENCIES.put("p99", LatencySummary::p99);
    LATENCIES.put("p99.9", LatencySummary::p999);
    LATENCIES.put("max", LatencySummary::max);
  }

  RecomputedStep {
    differences = List.copyOf(differences);
  }

  static RecomputedStep of(RunFolder run, Step step) {
    List<Difference> differences = new ArrayList<>();
    RunFolder.Step folder = run.trial(step.trial()).step(step.parameters());
    Optional<Measurements> again;
    try {
      again = measure(step, folder);
    } catch (IOException e) {
      differences.add(new Difference("counts by thread", "", "cannot be read: " + e.getMessage()));
      return new RecomputedStep(step, differences);
    }
    if (again.isEmpty()) {
      if (!step.measurements().values().isEmpty()) {
        differences.add(
            new Difference("all values", "", "the raw records are missing or unreadable"));
      }
      return new RecomputedStep(step, differences);
    }
    if (Files.exists(folder.measurements())) {
      differences.addAll(Difference.of(step.measurements(), again.get()));
    }
    step.http()
        .load(PhaseName.MEASURE)
        .ifPresent(phase -> differences.addAll(latencies(phase, RecordedLatencies.of(run, step))));
    return new RecomputedStep(step.withMeasurements(again.get()), differences);
  }

  private static Optional<Measurements> measure(Step step, RunFolder.Step folder)
      throws IOException {
    return switch (step.records()) {
      case StepRecords.Http http ->
          http.complete().isPresent()
              ? Optional.of(StepMetrics.measure(http.complete().get(), folder))
              : Optional.empty();
      case StepRecords.Suite suite ->
          suite.work().isPresent()
              ? Optional.of(StepMetrics.measure(suite.work().get(), suite.observed(), folder))
              : Optional.empty();
    };
  }

  /** What the summary in {@code load.json} states otherwise than its histograms. */
  private static List<Difference> latencies(LoadResult.Phase phase, RecordedLatencies recorded) {
    List<Difference> found = new ArrayList<>();
    recorded.problems().forEach(line -> found.add(new Difference("latencies", "", line)));
    recorded
        .summary()
        .ifPresent(histograms ->
            LATENCIES.forEach((name, part) -> {
              Optional<Double> stored = part.apply(phase.latencyUs());
              Optional<Double> again = part.apply(histograms);
              if (stored.isPresent() && again.isPresent() && areApart(stored.get(), again.get())) {
                found.add(
                    new Difference(
                        name + " latency of load.json by latency.hlog, ms",
                        Numbers.of(stored.get() / MICROS_PER_MILLI),
                        Numbers.of(again.get() / MICROS_PER_MILLI)));
              }
            }));
    return found;
  }

  private static boolean areApart(double a, double b) {
    return Math.abs(a - b) > SUMMARY_MICROS + SUMMARY_SHARE * Math.max(a, b);
  }
}
