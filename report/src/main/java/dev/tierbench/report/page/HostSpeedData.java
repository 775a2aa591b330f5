package dev.tierbench.report.page;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.LoadResult;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How fast the host was around a step that was probed, also of one that was dropped.
 *
 * @param startedAt when the measured window began
 * @param memoryPercent by how much loads of memory were slower than at best in the run, as they
 *     were judged
 * @param aluPercent the same of arithmetic
 * @param cpuUsPerOp of the server in the window between the probes
 * @param dropped whether the step was measured again, and does not count
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
record HostSpeedData(
    String startedAt,
    String trial,
    int level,
    Optional<Double> memoryMs,
    Optional<Double> memoryPercent,
    Optional<Double> aluMs,
    Optional<Double> aluPercent,
    Optional<Double> cpuUsPerOp,
    boolean dropped,
    String stateLabel) {

  /** Probes of a run in the order of time; empty without a probe. */
  static List<HostSpeedData> of(Run run) {
    return Stream.concat(
            run.steps().stream().map(step -> of(run, step, false)),
            run.dropped().stream().map(step -> of(run, step, true)))
        .filter(row -> row.memoryMs().isPresent() || row.aluPercent().isPresent())
        .sorted(Comparator.comparing(HostSpeedData::startedAt))
        .toList();
  }

  private static HostSpeedData of(Run run, Step step, boolean dropped) {
    return HostSpeedDataBuilder.stagedBuilder()
        .startedAt(step.http().load(PhaseName.MEASURE).map(LoadResult.Phase::startedAt).orElse(""))
        .trial(step.trial())
        .level(run.position(step.parameters()))
        .memoryMs(step.value(Metrics.HOST_MEMORY))
        .memoryPercent(judged(step, Rules.HOST_MEMORY))
        .aluMs(step.value(Metrics.HOST_ALU))
        .aluPercent(judged(step, Rules.HOST_SPEED))
        .cpuUsPerOp(step.value(Metrics.CPU))
        .dropped(dropped)
        .stateLabel(dropped ? "measured again" : step.state().label())
        .build();
  }

  private static Optional<Double> judged(Step step, String rule) {
    return step.checks().flatMap(checks -> checks.named(rule)).flatMap(Checks.Check::value);
  }
}
