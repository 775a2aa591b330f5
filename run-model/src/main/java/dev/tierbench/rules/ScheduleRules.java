package dev.tierbench.rules;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.run.Load;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import java.util.List;
import java.util.Optional;

/**
 * The rules of the open model that tell who made sends late: the server, which left no connection
 * free, or the generator, which had one.
 */
final class ScheduleRules {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          Rule.rule("on_time", "%", new Limit(99, 90))
              .meaning(
                  "open model: at least this share of the sends was not over 1 ms late for want of a free"
                      + " connection")
              .when((step, ruling) ->
                  isOpen(step) ? Optional.of(onTime(step, ruling)) : Optional.empty()),
          Rule.rule("generator_on_time", "%", new Limit(99, 90))
              .meaning(
                  "open model: at least this share of the sends was not over 1 ms late though a connection"
                      + " was free")
              .when((step, ruling) ->
                  isOpen(step) ? Optional.of(generatorOnTime(step, ruling)) : Optional.empty()));

  private ScheduleRules() {}

  private static boolean isOpen(MeasuredStep step) {
    return step.records().load().load() instanceof Load.Open;
  }

  private static Check onTime(MeasuredStep step, CheckFactory ruling) {
    LoadResult.Phase phase = step.measured();
    Optional<Check> unknown = unknown(step, ruling);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    if (phase.lateWithoutConnectionRatio().isEmpty()) {
      Check ofAll = allOnTime(phase, ruling);
      return ofAll.verdict() == Verdict.PASS
          ? ofAll
          : ruling.unmeasured(
              "%s; whether a connection was free was not recorded", ofAll.message());
    }
    double percent = 100 * phase.lateWithoutConnectionRatio().get();
    return ruling.atLeast(
        100 - percent,
        "%.2f %% of the sends were over 1 ms late for want of a free connection%s",
        percent,
        latest(phase));
  }

  /**
   * Counts all late sends of an older record: one of both was late, and the values are not valid.
   */
  private static Check generatorOnTime(MeasuredStep step, CheckFactory ruling) {
    LoadResult.Phase phase = step.measured();
    Optional<Check> unknown = unknown(step, ruling);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    if (phase.lateWithConnectionRatio().isEmpty()) {
      return allOnTime(phase, ruling);
    }
    double percent = 100 * phase.lateWithConnectionRatio().get();
    return ruling
        .atLeast(
            100 - percent,
            "%.2f %% of the sends were over 1 ms late though a connection was free%s",
            percent,
            latest(phase))
        .unlessPassed(": the generator was late");
  }

  private static Optional<Check> unknown(MeasuredStep step, CheckFactory ruling) {
    return step.records().load().ranInsideWindow()
        ? Optional.of(ruling.unmeasured("the generator does not report when its requests left"))
        : step.measured().sentOnTimeRatio().isEmpty()
            ? Optional.of(ruling.failed("no request was sent inside the window"))
            : Optional.empty();
  }

  private static Check allOnTime(LoadResult.Phase phase, CheckFactory ruling) {
    double percent = 100 * phase.sentOnTimeRatio().orElseThrow();
    return ruling.atLeast(
        percent, "%.2f %% of the sends left within 1 ms of their time%s", percent, latest(phase));
  }

  private static String latest(LoadResult.Phase phase) {
    return phase
        .maxScheduleLagUs()
        .map(us -> CheckFactory.text(", the latest %.1f ms after its time", us / MICROS_PER_MILLI))
        .orElse("");
  }
}
