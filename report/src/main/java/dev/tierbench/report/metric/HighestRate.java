package dev.tierbench.report.metric;

import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The highest rate at which a server kept a latency, by trial.
 *
 * @param rates in requests per second, of the trials that found one
 * @param bounds those of them that are lower bounds, because no rate overloaded the server
 * @param without trials in which no rate kept the latency
 */
public record HighestRate(String server, Sample rates, Sample bounds, int without) {

  /** The highest rate of every server; empty when the run searched for none. */
  public static List<HighestRate> of(Run run) {
    return run.manifest()
        .goal()
        .map(goal -> run.subjects().stream().map(server -> of(run, server, goal)).toList())
        .orElse(List.of());
  }

  private static HighestRate of(Run run, String server, LatencyGoal goal) {
    List<SustainedRate> found =
        run.trials(server).stream()
            .map(trial -> of(trial, goal))
            .filter(rate -> rate.kept().isPresent() || rate.missed().isPresent())
            .toList();
    return new HighestRate(
        server,
        kept(found),
        kept(found.stream().filter(rate -> rate.missed().isEmpty()).toList()),
        (int) found.stream().filter(rate -> rate.kept().isEmpty()).count());
  }

  private static Sample kept(List<SustainedRate> found) {
    return Sample.of(
        found.stream().flatMap(rate -> rate.kept().stream()).map(Integer::doubleValue));
  }

  /** The trials whose steps say anything. */
  public int trials() {
    return rates.size() + without;
  }

  /** Whether the server kept the latency in no trial, though its steps are in order. */
  public boolean isNowhere() {
    return rates.isEmpty() && without > 0;
  }

  /** Whether every trial found a rate that it kept and one that it did not. */
  public boolean isExact() {
    return bounds.isEmpty() && without == 0;
  }

  /** Whether the median would be higher, had no trial ended at a lower bound. */
  public boolean isLowerBound() {
    return bounds.values().stream().anyMatch(rate -> rate <= rates.median());
  }

  /**
   * The rates for a test. A trial that ended at a rate of the grid kept some rate between that and
   * the next: those that ended at the same one are spread evenly between the two.
   */
  public Sample withinGrid() {
    Map<Double, Long> trials =
        rates.values().stream()
            .collect(Collectors.groupingBy(rate -> rate, TreeMap::new, Collectors.counting()));
    return Sample.of(
        trials.entrySet().stream()
            .flatMap(ended ->
                LongStream.range(0, ended.getValue())
                    .mapToObj(i -> (i + 0.5) / ended.getValue())
                    .map(share -> ended.getKey() * Math.pow(SustainedRate.GRID, share))));
  }

  private static SustainedRate of(Trial trial, LatencyGoal goal) {
    TreeMap<Integer, Boolean> outcomes = new TreeMap<>();
    for (Step step : trial.steps()) {
      Optional<Integer> rate = step.parameters().number(Parameters.RATE);
      if (rate.isPresent() && step.checks().isPresent()) {
        SustainedRate.isKept(goal, step.measurements(), step.checks().get())
            .ifPresent(kept -> outcomes.put(rate.get(), kept));
      }
    }
    return SustainedRate.of(outcomes);
  }
}
