package dev.tierbench.harness.http.plan;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The throughput at which each server saturates, which rates in percent and the search for the
 * highest rate need: a closed model at a few levels, up to the connections of the rates, by our own
 * generator, on a fresh JVM of each server, kept in a folder of the run.
 */
public record Saturation(HttpPlan plan) {

  private static final double MEASURE_SECONDS = 4;

  /** Most servers answer most below the top level; a capped one answers alike at both. */
  private static final int PART_OF_TOP = 3;

  /** The plan that measures it. */
  public HttpPlan search() {
    int top = Math.max(plan.topLevel(), plan.rates().orElseThrow().connections());
    return plan.with(next ->
        next.common(plan.common().withTrials(1))
            .levels(levels(top))
            .rates(Optional.empty())
            .windows(
                new HttpPlan.Windows(
                    plan.windows().settleSeconds(), MEASURE_SECONDS, Optional.empty()))
            .probe(new HttpPlan.Probe(false, 0))
            .generator(GeneratorName.LOADGEN));
  }

  /**
   * The top level and its third, and thirds of that down to half of the most that a preset has:
   * where only a long delay of the echo tier takes more, a server with a small pool of threads
   * answers all of them after the time-out.
   */
  private static List<Integer> levels(int top) {
    Deque<Integer> levels = new ArrayDeque<>(List.of(top));
    if (top >= PART_OF_TOP) {
      levels.addFirst(top / PART_OF_TOP);
    }
    while (levels.getFirst() > Preset.MOST_CONCURRENCY / 2) {
      levels.addFirst(levels.getFirst() / PART_OF_TOP);
    }
    return List.copyOf(levels);
  }

  /**
   * The highest throughput of each server, in requests per second. A search needs no valid step: at
   * saturation a check on generator or echo tier may fail.
   *
   * @throws IOException when there is none of a server
   */
  public Map<String, Double> read(RunFolder run) throws IOException {
    RunFolder folder = run.saturation();
    HttpPlan search = search();
    Map<String, Double> found = new LinkedHashMap<>();
    for (Plan.Trial trial : search.order()) {
      double highest = 0;
      for (Parameters at : search.cells()) {
        highest = Math.max(highest, throughput(folder.trial(trial.name()).step(at)));
      }
      if (highest <= 0) {
        throw new IOException(
            "the saturation throughput of %s could not be measured; see %s"
                .formatted(trial.subject(), folder.trial(trial.name()).path()));
      }
      found.put(trial.subject(), highest);
    }
    return found;
  }

  private static double throughput(RunFolder.Step step) throws IOException {
    return Files.exists(step.measurements())
        ? RunJson.read(step.measurements(), Measurements.class).get(Metrics.THROUGHPUT).orElse(0.0)
        : 0;
  }
}
