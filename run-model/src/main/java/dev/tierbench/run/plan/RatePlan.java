package dev.tierbench.run.plan;

import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Require;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The open model in a sweep: requests that arrive at given rates, alike for every server.
 *
 * @param rates in requests per second, rising; those of the percentages among them once the
 *     saturation is known
 * @param percents of the lowest saturation throughput that were asked for
 * @param goal by which the highest rate is searched in each trial
 * @param arrivals {@code constant} or {@code poisson}
 * @param connections that the requests arrive on
 * @param overload to which each server is put; empty when none is
 * @param saturation requests per second that each server answered when that was measured; empty
 *     before
 */
public record RatePlan(
    List<Integer> rates,
    List<Integer> percents,
    Optional<LatencyGoal> goal,
    String arrivals,
    int connections,
    Optional<OverloadPlan> overload,
    Map<String, Double> saturation) {

  /** Two digits are as exact as the saturation throughput that a percentage is of. */
  private static final int DIGITS = 2;

  public RatePlan {
    rates = List.copyOf(rates);
    percents = List.copyOf(percents);
    saturation = Map.copyOf(saturation);
    Require.positiveAndRising("rates", rates);
    Require.that(
        percents.stream().allMatch(percent -> percent > 0 && percent <= 100),
        () -> "a percentage of the saturation throughput lies between 1 and 100");
    Require.that(
        Stream.of(rates, percents).anyMatch(list -> !list.isEmpty())
            || goal.isPresent()
            || overload.isPresent(),
        () -> "an open model needs a rate, a goal or an overload");
    Require.that(connections > 0, () -> "connections must be positive, not " + connections);
  }

  /** Whether the saturation has to be measured before the rates are known. */
  public boolean needsSaturation() {
    return saturation.isEmpty()
        && (!percents.isEmpty() || goal.isPresent() || overload.isPresent());
  }

  /** Whether its only steps are overloads. */
  public boolean isOnlyOverload() {
    return overload.isPresent() && rates.isEmpty() && percents.isEmpty() && goal.isEmpty();
  }

  /** How many steps a trial has, those of a search apart. */
  public int steps() {
    return rates.size()
        + (needsSaturation() ? percents.size() : 0)
        + overload.map(plan -> plan.percents().size()).orElse(0);
  }

  /**
   * The same with every rate known.
   *
   * @param found the saturation throughput of each server, in requests per second
   */
  public RatePlan withSaturation(Map<String, Double> found) {
    double lowest = lowest(found);
    List<Integer> all =
        Stream.concat(
                rates.stream(),
                percents.stream().map(percent -> rounded(lowest * percent / 100, DIGITS)))
            .sorted()
            .distinct()
            .toList();
    return new RatePlan(all, percents, goal, arrivals, connections, overload, found);
  }

  /**
   * The rate before and after an overload, whose saturation throughput is known, in requests per
   * second.
   */
  public double usualRate() {
    return Math.max(1, Math.round(lowest(saturation) * OverloadPlan.USUAL_PERCENT / 100));
  }

  private static double lowest(Map<String, Double> throughputs) {
    return throughputs.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  /** A rate of so many digits, at least 1. */
  public static int rounded(double rate, int digits) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(rate)) + 1 - digits));
    return (int) Math.max(1, Math.round(rate / unit) * unit);
  }
}
