package dev.tierbench.harness.http;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Kind;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Load;
import dev.tierbench.run.plan.OverloadPlan;
import dev.tierbench.run.plan.RatePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options of the open model: requests that arrive at given rates. */
final class RateOptions {

  private static final Pattern RATE = Pattern.compile("(\\d{1,7})(%?)");
  private static final Pattern GOAL = Pattern.compile("(p\\d\\d(?:\\.\\d)?)=(\\S+)");

  @Option(
      names = "--rates",
      paramLabel = "RATES",
      description =
          "Requests per second that every server is offered, such as 1000,4000, or"
              + " 25%%,75%% of the lowest saturation throughput, which is measured first. They"
              + " replace the preset's levels, and are measured beside those of --levels."
              + " Default: none.")
  private Optional<String> rates = Optional.empty();

  @Option(
      names = "--find-max",
      paramLabel = "PERCENTILE=TIME",
      description =
          "Search the highest rate at which each server keeps a latency, in each trial,"
              + " such as p99=100ms. Default: no search.")
  private Optional<String> goal = Optional.empty();

  @Option(
      names = "--overload",
      split = ",",
      paramLabel = "PERCENT",
      description =
          "Offer every server half of the lowest saturation throughput, which is measured first,"
              + " then such a share of it as 120%%,200%% for a while, and then half again. Default: no"
              + " overload.")
  private List<String> overloads = List.of();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long an overload lasts. Default: 10s.")
  private Optional<String> overloadTime = Optional.empty();

  @Option(
      names = "--recovery",
      paramLabel = "TIME",
      description = "How long its end is watched for the latency of before. Default: 30s.")
  private Optional<String> recoveryTime = Optional.empty();

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "Within which an answer counts as one of use in an overload. Default: 1s.")
  private Optional<String> deadline = Optional.empty();

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "Connections on which a rate is offered. Default: the preset's top level, with a delay of"
              + " echo over 50ms as many times that, up to 6000.")
  private Optional<Integer> connections = Optional.empty();

  @Option(
      names = "--arrivals",
      paramLabel = "constant|poisson",
      description = "How the requests of a rate arrive. Default: constant.")
  private Optional<String> arrivals = Optional.empty();

  /**
   * The rates that were asked for; empty when none were.
   *
   * @throws IllegalArgumentException saying which option is wrong
   */
  Optional<RatePlan> plan(int usualConnections) {
    Optional<OverloadPlan> overload = overload();
    if (rates.isEmpty() && goal.isEmpty() && overload.isEmpty()) {
      if (connections.isPresent() || arrivals.isPresent()) {
        throw new IllegalArgumentException(
            "--connections and --arrivals belong to the open model: give --rates, --find-max or"
                + " --overload too");
      }
      return Optional.empty();
    }
    TreeSet<Integer> fixed = new TreeSet<>();
    TreeSet<Integer> percents = new TreeSet<>();
    for (String rate : rates.map(text -> text.split(",", -1)).orElse(new String[0])) {
      Matcher parts = RATE.matcher(rate.strip());
      if (!parts.matches() || Integer.parseInt(parts.group(1)) == 0) {
        throw new IllegalArgumentException(
            "--rates: invalid rate '" + rate + "': expected such as 4000 or 25%");
      }
      (parts.group(2).isEmpty() ? fixed : percents).add(Integer.valueOf(parts.group(1)));
    }
    return Optional.of(
        new RatePlan(
            new ArrayList<>(fixed),
            new ArrayList<>(percents),
            goal.map(RateOptions::goal),
            arrivals(),
            connections.orElse(usualConnections),
            overload,
            Map.of()));
  }

  private Optional<OverloadPlan> overload() {
    if (overloads.isEmpty()) {
      if (Stream.of(overloadTime, recoveryTime, deadline).anyMatch(Optional::isPresent)) {
        throw new IllegalArgumentException(
            "--for, --recovery and --deadline belong to an overload: give --overload too");
      }
      return Optional.empty();
    }
    return Optional.of(
        new OverloadPlan(
            overloads.stream().map(RateOptions::percent).toList(),
            Durations.parse(overloadTime.orElse("10s")),
            Durations.parse(recoveryTime.orElse("30s")),
            Durations.parse(deadline.orElse("1s"))));
  }

  private static int percent(String typed) {
    Matcher parts = RATE.matcher(typed.strip());
    if (!parts.matches() || parts.group(2).isEmpty()) {
      throw new IllegalArgumentException(
          "--overload: invalid '" + typed + "': expected percentages such as 120%,200%");
    }
    return Integer.parseInt(parts.group(1));
  }

  private String arrivals() {
    return checkedArrivals(arrivals.orElse(Load.Open.CONSTANT));
  }

  /**
   * How requests arrive, which is one of the two ways.
   *
   * @throws IllegalArgumentException when it is neither
   */
  static String checkedArrivals(String kind) {
    if (!List.of(Load.Open.CONSTANT, "poisson").contains(kind)) {
      throw new IllegalArgumentException(
          "--arrivals: unknown kind '" + kind + "': expected constant or poisson");
    }
    return kind;
  }

  private static LatencyGoal goal(String text) {
    Matcher parts = GOAL.matcher(text);
    if (parts.matches()) {
      LatencyGoal goal =
          new LatencyGoal(parts.group(1), Durations.parse(parts.group(2)) * MILLIS_PER_SECOND);
      if (Metrics.compared(Kind.HTTP).stream()
          .anyMatch(metric -> metric.id().equals(goal.metric()))) {
        return goal;
      }
    }
    throw new IllegalArgumentException(
        "--find-max: invalid goal '%s': expected such as p99=100ms, of p50, p90, p99 or p99.9"
            .formatted(text));
  }
}
