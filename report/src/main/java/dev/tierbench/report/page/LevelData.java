package dev.tierbench.report.page;

import dev.tierbench.report.folder.Cell;
import dev.tierbench.report.folder.LatencySecond;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Roles;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Counter;
import dev.tierbench.run.LoadResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What one server did at one level.
 *
 * @param curve latency percentiles of all valid trials together
 * @param roles per request of the counted phase, median of the valid trials
 * @param entireJvm all roles together: the median of their sum, which is not the sum of the medians
 * @param countedRps requests per second of the counted phase
 */
record LevelData(
    String server,
    int level,
    int validTrials,
    Optional<PercentileCurve> curve,
    List<TrialSeconds> seconds,
    List<Role> roles,
    Role entireJvm,
    Optional<Double> countedRps) {

  /** The scored phase of one trial, second by second. */
  record TrialSeconds(String trial, String state, List<Second> seconds) {}

  record Second(double at, double rps, Optional<Double> p99Ms) {}

  /** One role; what was not measured is missing from the maps. */
  record Role(
      String role,
      Optional<Double> threads,
      Map<String, Double> perRequest,
      Map<String, Spread> callsPerRequest) {}

  /** Median, least and most over the trials. */
  record Spread(double median, double least, double most) {}

  static List<LevelData> of(Run run) {
    List<LevelData> all = new ArrayList<>();
    for (int level : run.levels()) {
      for (String server : run.servers()) {
        all.add(of(run, new Cell(server, level)));
      }
    }
    return all;
  }

  private static LevelData of(Run run, Cell cell) {
    List<Step> steps = run.steps(cell);
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    return new LevelData(
        cell.server(),
        cell.level(),
        valid.size(),
        Optional.ofNullable(run.latencies().get(cell)).flatMap(PercentileCurve::of),
        steps.stream().filter(step -> !step.seconds().isEmpty()).map(LevelData::seconds).toList(),
        Roles.of(valid).stream().map(role -> role(valid, role)).toList(),
        role(valid, Roles.ENTIRE_JVM),
        median(valid, step -> step.counted().map(LoadResult.Phase::throughputRps)));
  }

  private static TrialSeconds seconds(Step step) {
    double start = step.seconds().getFirst().startSeconds();
    return new TrialSeconds(
        step.trial(),
        step.state().id(),
        step.seconds().stream().map(second -> second(second, start)).toList());
  }

  private static Second second(LatencySecond second, double start) {
    return new Second(
        second.startSeconds() - start,
        second.lengthSeconds() > 0 ? second.count() / second.lengthSeconds() : 0,
        second.p99Us().map(micros -> micros / 1_000));
  }

  private static Role role(List<Step> valid, String role) {
    Map<String, Double> perRequest = new LinkedHashMap<>();
    for (Counter counter : Roles.COUNTERS) {
      median(valid, step -> Roles.perRequest(step, role, counter))
          .ifPresent(figure -> perRequest.put(counter.column(), figure));
    }
    Map<String, Spread> calls = new LinkedHashMap<>();
    for (String syscall : Roles.syscalls(valid, role)) {
      spread(Samples.of(valid, step -> Roles.callsPerRequest(step, role, syscall)))
          .ifPresent(figure -> calls.put(syscall, figure));
    }
    return new Role(role, median(valid, step -> Roles.threads(step, role)), perRequest, calls);
  }

  private static Optional<Double> median(
      List<Step> steps, Function<Step, Optional<Double>> figure) {
    return spread(Samples.of(steps, figure)).map(Spread::median);
  }

  private static Optional<Spread> spread(Sample sample) {
    return sample.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Spread(sample.median(), sample.values().getFirst(), sample.values().getLast()));
  }
}
