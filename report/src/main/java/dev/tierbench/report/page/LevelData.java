package dev.tierbench.report.page;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.RoleValues;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Cell;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.record.Pause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What one subject did in one cell.
 *
 * @param curve latency percentiles of all valid trials together
 * @param roles per request of the traced phase, median of the valid trials
 * @param entireJvm all roles together: the median of their sum, which is not the sum of the medians
 * @param tracedRps requests per second of the traced phase
 */
record LevelData(
    String server,
    String cell,
    int level,
    int validTrials,
    Optional<PercentileCurve> curve,
    List<TrialSeconds> seconds,
    List<Role> roles,
    Role entireJvm,
    Optional<Double> tracedRps) {

  private static final Metric TRACED = Metrics.get("traced_throughput_rps");

  /** The measured phase of one trial, second by second. */
  record TrialSeconds(String trial, String state, List<Second> seconds) {}

  /**
   * One second of it.
   *
   * @param stall who stood still in it, where anyone did
   */
  record Second(double at, double rps, Optional<Double> p99Ms, Optional<String> stall) {}

  /** A time in which something stood still, and the message of its check. */
  private record Stall(Pause pause, String message) {
    static Optional<Stall> of(Step step) {
      return step.checks()
          .flatMap(checks -> checks.named(Rules.STALL))
          .flatMap(check ->
              step.http()
                  .complete()
                  .flatMap(records -> Rules.stalled(check, records))
                  .map(pause -> new Stall(pause, check.message())));
    }

    boolean touches(double fromSecond, double length) {
      return pause.atSeconds() < fromSecond + length
          && pause.atSeconds() + pause.seconds() > fromSecond;
    }
  }

  /** One role; what was not measured is missing from the maps. */
  record Role(
      String role,
      Optional<Double> threads,
      Map<String, Double> perOp,
      Map<String, Spread> callsPerOp) {}

  /** Median, least and most over the trials. */
  record Spread(double median, double least, double most) {}

  static List<LevelData> of(Run run) {
    return run.cells().stream().map(cell -> of(run, cell)).toList();
  }

  private static LevelData of(Run run, Cell cell) {
    List<Step> steps = run.steps(cell);
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    return new LevelData(
        cell.subject(),
        cell.parameters().text(),
        run.position(cell.parameters()),
        valid.size(),
        Optional.ofNullable(run.latencies().get(cell))
            .flatMap(nanos -> PercentileCurve.of(nanos, failed(valid))),
        steps.stream()
            .filter(step -> !step.evidence().seconds().isEmpty())
            .map(LevelData::seconds)
            .toList(),
        RoleValues.of(valid).stream().map(role -> role(valid, role)).toList(),
        role(valid, Measurements.ENTIRE_JVM),
        median(valid, step -> step.value(TRACED)));
  }

  private static long failed(List<Step> steps) {
    return steps.stream()
        .flatMap(step -> step.http().load(PhaseName.MEASURE).stream())
        .mapToLong(phase -> phase.failed().total())
        .sum();
  }

  private static TrialSeconds seconds(Step step) {
    Optional<Stall> stall = Stall.of(step);
    List<Second> seconds = new ArrayList<>();
    double measured = 0;
    for (Step.LatencySecond second : step.evidence().seconds()) {
      seconds.add(second(second, measured, stall));
      measured += second.lengthSeconds();
    }
    return new TrialSeconds(step.trial(), step.state().id(), seconds);
  }

  /**
   * @param measured seconds of the phase before it, without what lies between windows: the time of
   *     pauses, too
   */
  private static Second second(Step.LatencySecond second, double measured, Optional<Stall> stall) {
    return new Second(
        measured,
        second.lengthSeconds() > 0 ? second.count() / second.lengthSeconds() : 0,
        second.p99Us().map(micros -> micros / MICROS_PER_MILLI),
        stall.filter(of -> of.touches(measured, second.lengthSeconds())).map(Stall::message));
  }

  private static Role role(List<Step> valid, String role) {
    Map<String, Double> perOp = new LinkedHashMap<>();
    for (Metric metric : Metrics.ofRole()) {
      median(valid, step -> step.measurements().ofRole(role, metric))
          .ifPresent(value -> perOp.put(metric.id(), value));
    }
    Map<String, Spread> calls = new LinkedHashMap<>();
    for (String syscall : RoleValues.syscalls(valid, role)) {
      spread(Samples.of(valid, step -> step.measurements().callsPerOp(role, syscall)))
          .ifPresent(value -> calls.put(syscall, value));
    }
    return new Role(role, median(valid, step -> RoleValues.threads(step, role)), perOp, calls);
  }

  private static Optional<Double> median(List<Step> steps, Function<Step, Optional<Double>> value) {
    return Samples.of(steps, value).middle();
  }

  private static Optional<Spread> spread(Sample sample) {
    return sample
        .middle()
        .map(median -> new Spread(median, sample.values().getFirst(), sample.values().getLast()));
  }
}
