package dev.tierbench.rules;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules that make the values of a step valid, as pure functions of its records: they can be
 * applied again to an old run folder. A check named {@value #FAULT} is no rule but the record of an
 * event, and is kept when the rules are applied again.
 */
public final class Rules {

  /** The name of the check that records why a step could not be measured. */
  public static final String FAULT = "fault";

  /** The name of the check that reports which tier stood still. */
  public static final String STALL = "stall";

  /** The name of the check that compares how fast the host computes with the best of the run. */
  public static final String HOST_SPEED = "host_speed";

  /** The same of how fast it reads memory. */
  public static final String HOST_MEMORY = "host_memory";

  /** The name of the check that reports what other programs took of the server's cores. */
  public static final String OTHER_LOAD = "other_load";

  /** The rules that need to know what the tiers used. */
  private static final List<Rule<? super MeasuredStep>> OF_TIERS =
      concat(
          TierRules.ALL,
          DatabaseRules.ALL,
          GroupRules.ALL,
          HostRules.ALL,
          HostSpeedRules.ALL,
          List.of(StallRule.STALL),
          SchedulingRules.ALL);

  /** The rules of an HTTP step, in the order of the checks. */
  private static final List<Rule<? super MeasuredStep>> HTTP =
      concat(
          LoadRules.ALL,
          ScheduleRules.ALL,
          OverloadRules.ALL,
          SteadyRules.ALL,
          OF_TIERS,
          TraceRules.ALL,
          ProfileRules.ALL);

  /** The rules of a cell of a suite that was run to its end, in the order of the checks. */
  private static final List<Rule<? super MeasuredCell>> SUITE =
      concat(WorkRules.ALL, List.of(TierRules.STEAL, TierRules.BOUNDARIES), TraceRules.SHARED);

  /** Every rule, in the order of the documentation. */
  public static final List<Rule<?>> ALL =
      Stream.<Rule<?>>concat(HTTP.stream(), SUITE.stream()).distinct().toList();

  private Rules() {}

  @SafeVarargs
  static <S> List<Rule<? super S>> concat(List<? extends Rule<? super S>>... lists) {
    List<Rule<? super S>> all = new ArrayList<>();
    for (List<? extends Rule<? super S>> list : lists) {
      all.addAll(list);
    }
    return List.copyOf(all);
  }

  /**
   * The rule of that name.
   *
   * @throws IllegalArgumentException with the names that there are, when it is none of them
   */
  public static Rule<?> named(String name) {
    return ALL.stream()
        .filter(rule -> rule.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown rule '%s': expected one of %s"
                    .formatted(
                        name, ALL.stream().map(Rule::name).collect(Collectors.joining(", ")))));
  }

  /** The pause that a check {@value #STALL} of a step blames; empty when it blames none. */
  public static Optional<Pause> stalled(Check stall, HttpStep records) {
    return StallRule.blamed(stall, records);
  }

  /** Applies every rule to the measured window of a step. */
  public static Checks check(MeasuredStep step, Limits limits) {
    if (step.records().load(PhaseName.MEASURE).isEmpty()) {
      return Checks.of(
          limits.version(),
          List.of(failed("window", "the load generator did not finish the measured window")));
    }
    List<Check> checks = new ArrayList<>();
    boolean withTiers = step.records().tiers(PhaseName.MEASURE).isPresent();
    if (!withTiers) {
      checks.add(
          failed("tiers", "no snapshots of the tiers at the boundaries of the measured window"));
    }
    HTTP.stream()
        .filter(rule -> withTiers || !OF_TIERS.contains(rule))
        .forEach(rule -> rule.check(step, limits).ifPresent(checks::add));
    Checks all = Checks.of(limits.version(), checks);
    return withTiers ? all.limitedBy(Limitation.of(step, checks)) : all;
  }

  /** Applies every rule to a cell of a suite; of one that was not completed, only its outcome. */
  public static Checks check(MeasuredCell cell, Limits limits) {
    boolean measured =
        cell.work().outcome() == Work.Outcome.COMPLETED && cell.work().window().isPresent();
    return Checks.of(
        limits.version(),
        SUITE.stream()
            .filter(rule -> measured || rule.equals(WorkRules.OUTCOME))
            .flatMap(rule -> rule.check(cell, limits).stream())
            .toList());
  }

  /**
   * The verdict on a step whose host speed is compared with another best than when it was judged.
   */
  public static Checks against(
      HostSpeed.Best best, Checks judged, Measurements measurements, Limits limits) {
    List<Check> checks =
        judged.checks().stream()
            .map(check -> HostSpeedRules.against(best, check, measurements, limits))
            .toList();
    Checks all = Checks.of(judged.rules(), checks);
    return judged.limitedBy().map(all::limitedBy).orElse(all);
  }

  /**
   * The check by which others on the hardware spoiled a step: they slowed the host, took the
   * server's cores, or were given its time by the hypervisor. Empty when none failed.
   */
  public static Optional<Check> noise(Checks checks) {
    return Stream.of(HOST_SPEED, HOST_MEMORY, OTHER_LOAD, TierRules.STEAL.name())
        .flatMap(name -> checks.named(name).stream())
        .filter(check -> check.verdict() == Verdict.FAIL)
        .findFirst();
  }

  /** The verdict on a step that could not be measured. */
  public static Checks fault(Limits limits, String reason) {
    return Checks.of(limits.version(), List.of(failed(FAULT, reason)));
  }

  private static Check failed(String name, String reason) {
    return new Check(name, Verdict.FAIL, Optional.empty(), Optional.empty(), "", reason);
  }

  /** How full a tracer's map may get: a full one loses calls without a message. */
  public static Check mapUsage(Optional<Observation.MapUsage> usage, Limits limits) {
    return TraceRules.mapUsage(usage, named("map_usage").ruling(limits));
  }

  /** Whether the step was ended by a fault and not judged by a rule. */
  public static boolean isFault(Checks checks) {
    return checks.checks().stream().anyMatch(check -> check.name().equals(FAULT));
  }
}
