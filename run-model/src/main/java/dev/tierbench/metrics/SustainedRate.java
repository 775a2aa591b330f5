package dev.tierbench.metrics;

import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.LatencySummary;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The highest rate at which a server keeps a latency, by the rates that were tried in a trial.
 *
 * @param kept the highest rate below every one at which the latency was missed, in requests per
 *     second; empty when there is none
 * @param missed the lowest rate at which it was missed; empty when there is none
 */
public record SustainedRate(Optional<Integer> kept, Optional<Integer> missed) {

  /** Neighbouring rates of a search differ by this factor: a rate is as exact as that. */
  public static final double GRID = 1.05;

  /**
   * The checks that an overloaded server fails, with a generator and an echo tier in order. A
   * generator that was late itself fails {@code generator_on_time}, which says nothing of the
   * server.
   */
  private static final Set<String> OVERLOAD =
      Set.of("rate_ratio", "on_time", "failed_requests", "connections", "trend");

  /** What requests that fail make fail as well. */
  private static final Set<String> BY_FAILED_REQUESTS = Set.of("handled", "traced_requests");

  /** Makes it of the outcomes: by rate whether the latency was kept there. */
  public static SustainedRate of(NavigableMap<Integer, Boolean> outcomes) {
    Optional<Integer> missed =
        outcomes.entrySet().stream()
            .filter(outcome -> !outcome.getValue())
            .map(Map.Entry::getKey)
            .findFirst();
    Integer kept = outcomes.lowerKey(missed.orElse(Integer.MAX_VALUE));
    return new SustainedRate(Optional.ofNullable(kept), missed);
  }

  /**
   * Whether a step kept the latency. A step that failed by overload missed it; one that failed
   * otherwise says nothing.
   */
  public static Optional<Boolean> isKept(LatencyGoal goal, Measurements values, Checks checks) {
    Set<String> failed =
        checks.checks().stream()
            .filter(check -> check.verdict() == Verdict.FAIL)
            .map(Checks.Check::name)
            .collect(Collectors.toCollection(HashSet::new));
    if (failed.contains("failed_requests")) {
      failed.removeAll(BY_FAILED_REQUESTS);
    }
    if (!OVERLOAD.containsAll(failed)) {
      return Optional.empty();
    }
    if (checks.verdict() == Verdict.FAIL) {
      return Optional.of(false);
    }
    return Optional.ofNullable(values.values().get(goal.metric()))
        .map(latency -> latency <= goal.limitMs())
        .or(() -> isAmongFailed(goal, values) ? Optional.of(false) : Optional.empty());
  }

  /** Whether the goal is not stated because so many requests failed, which took longer. */
  private static boolean isAmongFailed(LatencyGoal goal, Measurements values) {
    Optional<Double> ok = values.get(Metrics.get("requests_ok"));
    Optional<Double> failed = values.get(Metrics.get("requests_failed"));
    return ok.isPresent()
        && failed.isPresent()
        && LatencySummary.isAmongFailed(
            goal.percent(), Math.round(ok.get()), Math.round(failed.get()));
  }
}
