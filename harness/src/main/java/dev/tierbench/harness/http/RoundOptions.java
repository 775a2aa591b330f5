package dev.tierbench.harness.http;

import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.plan.Preset;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.plan.RoundPlan.Until;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options that say how often is measured, and how the windows of servers alternate. */
final class RoundOptions {

  private static final long SEEDS = 1L << 32;
  private static final String DECIDED = "decided";
  private static final double BUDGET_SECONDS = 600;

  /**
   * Windows of the first rounds of a run until decided, of a second or more. On shared hosts
   * windows eight times as long scatter by far more than the square root of that less, so the same
   * time tells more in short ones; the check of a trend needs full seconds.
   */
  private static final int MOST_FIRST_WINDOWS = 8;

  private static final double THRESHOLD = 0.05;
  private static final Pattern PERCENTAGE = Pattern.compile("(\\d{1,2}(?:\\.\\d{1,2})?)%?");

  @Option(
      names = "--trials",
      paramLabel = "N",
      description =
          "Fresh JVMs of each server: rounds, unless servers are measured one after the other."
              + " Default: those of the preset.")
  private Optional<Integer> trials = Optional.empty();

  @Option(
      names = "--windows",
      paramLabel = "N",
      description =
          "Windows that the measured time of a server at a level has in a round (an even number),"
              + " which alternate between the servers. Default: 2; with --until in the first two rounds"
              + " 2 to 8 of about a second or more, and then as many as their scatter makes best.")
  private Optional<Integer> windows = Optional.empty();

  @Option(
      names = "--lead-in",
      paramLabel = "TIME",
      description =
          "Load before each of these windows. Short ones leave more time to windows; shorter than"
              + " some requests take, the windows begin below the load. Default: 500ms.")
  private Optional<String> leadIn = Optional.empty();

  @Option(
      names = "--consecutive",
      description =
          "Measure one server after the other, in one window. Default: in rounds, with all servers"
              + " up, where they fit in memory; not in containers, with --hosts, --find-max or"
              + " another generator.")
  private boolean consecutive;

  @Option(
      names = "--until",
      paramLabel = DECIDED,
      description =
          "Add rounds until the servers are better, worse or equivalent in each row of --decide, or"
              + " --budget ends. Default: as many as --trials.")
  private Optional<String> until = Optional.empty();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "With --until: the longest time of all rounds. Default: 10m.")
  private Optional<String> budget = Optional.empty();

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      description = "With --until: the least difference that matters. Default: 5%%.")
  private Optional<String> threshold = Optional.empty();

  @Option(
      names = "--decide",
      paramLabel = "METRIC",
      split = ",",
      description =
          "With --until: metrics to decide, by id, at each level and of each two servers. Default:"
              + " throughput_rps,latency_p50_ms,latency_p99_ms,cpu_us_per_op.")
  private List<String> decide = List.of();

  /** Trials of each server, or the first rounds of a sweep until decided. */
  int trials(Preset preset) {
    return until.isPresent() ? Until.FIRST : trials.orElse(preset.trials());
  }

  /** Rounds that there may be. */
  int mostTrials(Preset preset) {
    return until.isPresent() ? Until.MOST : trials(preset);
  }

  /**
   * The rounds of a plan; empty when its servers are measured one after the other.
   *
   * @param measureSeconds of a server at a cell
   * @param obstacle why there can be none
   * @throws IllegalArgumentException when they are asked for and cannot be
   */
  Optional<RoundPlan> of(Preset preset, double measureSeconds, Optional<String> obstacle) {
    if (until.isEmpty() && (budget.isPresent() || threshold.isPresent() || !decide.isEmpty())) {
      throw new IllegalArgumentException(
          "--budget, --threshold and --decide are for --until " + DECIDED);
    }
    if (until.isPresent() && trials.isPresent()) {
      throw new IllegalArgumentException(
          "--until decides how many rounds there are: leave out it or --trials");
    }
    Optional<String> asked =
        until
            .map(word -> "--until")
            .or(() -> windows.map(count -> "--windows"))
            .or(() -> leadIn.map(time -> "--lead-in"));
    if (consecutive) {
      asked.ifPresent(option -> {
        throw new IllegalArgumentException(option + " is for rounds: leave out --consecutive");
      });
      return Optional.empty();
    }
    if (obstacle.isPresent()) {
      asked.ifPresent(option -> {
        throw new IllegalArgumentException(
            option + ": there can be no rounds, since " + obstacle.get());
      });
      return Optional.empty();
    }
    return Optional.of(
        new RoundPlan(
            windows.orElse(
                until.isPresent() ? firstWindows(measureSeconds) : preset.rounds().windows()),
            leadIn.map(Durations::parse).orElse(preset.rounds().leadInSeconds()),
            ThreadLocalRandom.current().nextLong(SEEDS),
            until.map(this::until)));
  }

  private static int firstWindows(double measureSeconds) {
    return 2 * (int) Math.clamp(measureSeconds / 2, 1, MOST_FIRST_WINDOWS / 2);
  }

  /** Whether servers are measured one after the other because it is asked for. */
  boolean isConsecutive() {
    return consecutive;
  }

  private Until until(String word) {
    if (!word.equals(DECIDED)) {
      throw new IllegalArgumentException(
          "--until: invalid '" + word + "': expected '" + DECIDED + "'");
    }
    return new Until(
        budget.map(Durations::parse).orElse(BUDGET_SECONDS),
        Until.MOST,
        threshold.map(RoundOptions::share).orElse(THRESHOLD),
        metrics(),
        windows.isPresent() ? Optional.empty() : Optional.of(List.of()));
  }

  private static double share(String percentage) {
    Matcher typed = PERCENTAGE.matcher(percentage.strip());
    if (!typed.matches()) {
      throw new IllegalArgumentException(
          "--threshold: invalid percentage '"
              + percentage
              + "': expected between 0 and 100, such as 5%");
    }
    return Double.parseDouble(typed.group(1)) / 100;
  }

  /** Metrics of the measured windows, which every round has; the traced are not in all. */
  private List<String> metrics() {
    List<String> measured =
        List.of(Metrics.THROUGHPUT, Metrics.P50, Metrics.P99, Metrics.CPU).stream()
            .map(Metric::id)
            .toList();
    decide.stream()
        .filter(id -> !measured.contains(id))
        .findFirst()
        .ifPresent(id -> {
          throw new IllegalArgumentException(
              "--decide: invalid '" + id + "': expected some of " + String.join(", ", measured));
        });
    return decide.isEmpty() ? measured : decide;
  }

  /**
   * The plan with as many rounds at most as its budget has room for.
   *
   * @throws IllegalArgumentException when that is not enough for a verdict
   */
  static HttpPlan fitted(HttpPlan plan) {
    if (plan.until().isEmpty()) {
      return plan;
    }
    Until end = plan.until().get();
    DurationEstimate estimate = new DurationEstimate(plan);
    double room = end.budgetSeconds() - estimate.echoPreparation() - estimate.saturation();
    int most = (int) Math.min(Until.MOST, room / estimate.round());
    if (most < Until.FIRST) {
      throw new IllegalArgumentException(
          "--budget %s has room for %d rounds of about %s, and a verdict needs %d: give more, or fewer"
                  .formatted(
                      Durations.clock(end.budgetSeconds()),
                      Math.max(0, most),
                      Durations.clock(estimate.round()),
                      Until.FIRST)
              + " levels, a shorter --measure or --windows 2");
    }
    HttpPlan.Windows windows = plan.windows();
    RoundPlan rounds = windows.rounds().orElseThrow().withUntil(end.withMost(most));
    return plan.withWindows(windows.withRounds(rounds));
  }
}
