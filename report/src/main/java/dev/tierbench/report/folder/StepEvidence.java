package dev.tierbench.report.folder;

import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.RunFolder;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Adds the large files of every step: latencies and threads. Works on all cores; holds one step's
 * files per core at a time.
 */
final class StepEvidence {

  private final Path root;
  private final ReadProblems problems;
  private final boolean withRows;
  private final Map<Cell, Histogram> latencies;

  /**
   * @param withRows whether the threads of the median trial are wanted one by one
   * @param latencies takes the latencies of the valid trials of each server and level
   */
  StepEvidence(Path root, ReadProblems problems, boolean withRows, Map<Cell, Histogram> latencies) {
    this.root = root;
    this.problems = problems;
    this.withRows = withRows;
    this.latencies = latencies;
  }

  List<Trial> add(List<Trial> trials) {
    List<Step> steps = trials.stream().flatMap(trial -> trial.steps().stream()).toList();
    Set<String> shown = withRows ? medianSteps(steps) : Set.of();
    Map<String, Step> complete =
        steps.parallelStream()
            .map(step -> add(step, shown.contains(step.name())))
            .collect(Collectors.toMap(Step::name, step -> step));
    return trials.stream()
        .map(trial ->
            trial.withSteps(trial.steps().stream().map(step -> complete.get(step.name())).toList()))
        .toList();
  }

  private Step add(Step step, boolean rows) {
    if (step.files().isEmpty()) {
      return step;
    }
    Path path = new RunFolder(root).trial(step.trial()).step(step.level()).path();
    Optional<LatencyLog> log = LatencyLog.read(path.resolve("latency.hlog"), tag(step), problems);
    if (step.isValid()) {
      log.ifPresent(found -> merge(new Cell(step.server(), step.level()), found.merged()));
    }
    return new Step(
        step.trial(),
        step.server(),
        step.level(),
        step.load(),
        step.tiers(),
        step.checks(),
        step.observed(),
        new ThreadFiles(problems).read(path, rows),
        log.map(LatencyLog::seconds).orElse(List.of()),
        step.damaged(),
        step.files());
  }

  /** In the open model the response time counts, which starts when a request was due. */
  private static String tag(Step step) {
    boolean open = step.clean().flatMap(LoadResult.Phase::responseTimeUs).isPresent();
    return PhaseName.MEASURE + (open ? "-response" : "");
  }

  private void merge(Cell cell, Histogram step) {
    synchronized (latencies) {
      latencies
          .computeIfAbsent(
              cell,
              key -> {
                Histogram merged = new Histogram(3);
                merged.setAutoResize(true);
                return merged;
              })
          .add(step);
    }
  }

  /** Of each server and level the valid step in the middle by throughput, of two the lower. */
  private static Set<String> medianSteps(List<Step> steps) {
    Map<Cell, List<Step>> byCell = new HashMap<>();
    steps.stream()
        .filter(step -> step.clean().isPresent())
        .forEach(step ->
            byCell
                .computeIfAbsent(
                    new Cell(step.server(), step.level()), c -> new java.util.ArrayList<>())
                .add(step));
    return byCell.values().stream()
        .map(StepEvidence::median)
        .map(Step::name)
        .collect(Collectors.toSet());
  }

  /** A failed step shows its threads only where no trial is valid. */
  private static Step median(List<Step> steps) {
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    List<Step> rising =
        (valid.isEmpty() ? steps : valid)
            .stream()
                .sorted(
                    Comparator.comparingDouble(step -> step.clean().orElseThrow().throughputRps()))
                .toList();
    return rising.get((rising.size() - 1) / 2);
  }
}
