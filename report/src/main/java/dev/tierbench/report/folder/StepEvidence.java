package dev.tierbench.report.folder;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Cell;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.RunFolder;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Adds the large files of every step: latencies and profiles, and the threads of median trials.
 * Works on all cores; holds one step's files per core at a time.
 */
final class StepEvidence {

  private static final String THREADS = "threads.csv";

  private final Path root;
  private final ReadProblems problems;
  private final Map<Cell, Histogram> latencies;

  /**
   * @param latencies takes the latencies of the valid trials of each server and level
   */
  StepEvidence(Path root, ReadProblems problems, Map<Cell, Histogram> latencies) {
    this.root = root;
    this.problems = problems;
    this.latencies = latencies;
  }

  List<Trial> add(List<Trial> trials) {
    List<Step> steps = trials.stream().flatMap(trial -> trial.steps().stream()).toList();
    Set<String> shown = medianSteps(steps);
    Map<String, Step> complete =
        steps.parallelStream()
            .map(step -> add(step, shown.contains(step.name())))
            .collect(Collectors.toMap(Step::name, step -> step));
    return trials.stream()
        .map(trial ->
            trial.with(trial.steps().stream().map(step -> complete.get(step.name())).toList()))
        .toList();
  }

  private Step add(Step step, boolean rows) {
    if (step.files().isEmpty()) {
      return step;
    }
    RunFolder.Step folder = new RunFolder(root).trial(step.trial()).step(step.parameters());
    Optional<LatencyLog> log =
        step.records() instanceof HttpRecords
            ? LatencyLog.read(folder.latency(), tag(step), problems)
            : Optional.empty();
    if (step.isValid()) {
      log.ifPresent(found -> merge(step.cell(), found.merged()));
    }
    return step.with(
        new Step.Evidence(
            rows ? new ThreadFiles(problems).read(folder) : Optional.empty(),
            log.map(LatencyLog::seconds).orElse(List.of()),
            new ProfileFiles(problems).read(folder, step)));
  }

  /** In the open model the response time counts, which starts when a request was due. */
  private static String tag(Step step) {
    boolean open =
        step.http().load(PhaseName.MEASURE).flatMap(LoadResult.Phase::responseTimeUs).isPresent();
    return PhaseName.MEASURE.id() + (open ? "-response" : "");
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

  /** Of each cell the valid step in the middle by throughput, of two the lower. */
  private static Set<String> medianSteps(List<Step> steps) {
    return steps.stream()
        .filter(step -> !step.measurements().values().isEmpty())
        .collect(Collectors.groupingBy(Step::cell))
        .values()
        .stream()
        .map(StepEvidence::median)
        .map(Step::name)
        .collect(Collectors.toSet());
  }

  /** A failed step shows its threads only where no trial is valid. */
  private static Step median(List<Step> steps) {
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    List<Step> counted = valid.stream().filter(StepEvidence::hasThreads).toList();
    List<Step> rising =
        (valid.isEmpty() ? steps : counted.isEmpty() ? valid : counted)
            .stream().sorted(Comparator.comparingDouble(step -> throughput(step))).toList();
    return rising.get((rising.size() - 1) / 2);
  }

  /** The threads of a suite may be counted in one of its trials only. */
  private static boolean hasThreads(Step step) {
    return step.files().stream().anyMatch(file -> file.endsWith("/" + THREADS));
  }

  private static double throughput(Step step) {
    return step.value(Metrics.THROUGHPUT).or(() -> step.value(Metrics.THROUGHPUT_OPS)).orElse(0.0);
  }
}
