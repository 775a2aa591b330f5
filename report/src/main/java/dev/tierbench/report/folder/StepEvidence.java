package dev.tierbench.report.folder;

import dev.tierbench.metrics.Median;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.report.profile.StepProfile;
import dev.tierbench.run.Cell;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Adds the large files of every step: latencies and profiles, and the threads of median trials.
 * Works on all cores; holds one step's files per core at a time.
 */
final class StepEvidence {

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
    Set<String> shown = medianSteps(trials.stream().flatMap(trial -> trial.steps().stream()));
    return trials.parallelStream()
        .map(trial ->
            trial.withSteps(
                trial.steps().parallelStream()
                    .map(step -> add(step, shown.contains(step.name())))
                    .toList()))
        .toList();
  }

  private Step add(Step step, boolean rows) {
    if (step.files().isEmpty()) {
      return step;
    }
    RunFolder.Step folder = new RunFolder(root).trial(step.trial()).step(step.parameters());
    Optional<LatencyLog> log =
        step.records() instanceof StepRecords.Http
            ? LatencyLog.read(folder.latency(), LatencyLog.tag(step, PhaseName.MEASURE), problems)
            : Optional.empty();
    if (step.isValid()) {
      log.ifPresent(found -> merge(step.cell(), found.merged()));
    }
    return step.withEvidence(
        new Step.Evidence(
            rows ? new ThreadCsv(problems).read(folder) : Optional.empty(),
            log.map(LatencyLog::seconds).orElse(List.of()),
            profiles(folder, step)));
  }

  private void merge(Cell cell, Histogram step) {
    synchronized (latencies) {
      latencies.computeIfAbsent(cell, key -> new Histogram(3)).add(step);
    }
  }

  /**
   * A profile for each kind, also without a single sample; none without the requests to divide by.
   */
  private List<StepProfile> profiles(RunFolder.Step folder, Step step) {
    Optional<Double> operations = step.http().complete().flatMap(ProfileMetrics::operations);
    List<StepProfile> all = new ArrayList<>();
    if (operations.isPresent()) {
      for (Profile.Part part : step.http().profile().map(Profile::parts).orElse(List.of())) {
        stacks(folder.stacks(part.kind()))
            .map(stacks -> StepProfile.of(part.kind(), stacks, operations.get()))
            .ifPresent(all::add);
      }
    }
    return all;
  }

  private Optional<Stacks> stacks(Path file) {
    if (!RunFile.exists(file)) {
      problems.add(file, "is missing; left out");
    }
    try {
      return problems
          .read(file, RunFile.STACKS)
          .map(bytes -> Stacks.parse(new String(bytes, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      problems.add(file, e.getMessage() + "; left out");
      return Optional.empty();
    }
  }

  /** Finds in each cell the valid step in the middle by throughput, the lower of two: one trial. */
  private static Set<String> medianSteps(Stream<Step> steps) {
    return steps
        .filter(step -> !step.measurements().values().isEmpty())
        .collect(Collectors.groupingBy(Step::cell))
        .values()
        .stream()
        .map(cell -> median(cell).name())
        .collect(Collectors.toSet());
  }

  /** A failed step shows its threads only where no trial is valid. */
  private static Step median(List<Step> steps) {
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    List<Step> counted = valid.stream().filter(StepEvidence::hasThreads).toList();
    return Median.element(
            valid.isEmpty() ? steps : counted.isEmpty() ? valid : counted,
            Comparator.comparingDouble(StepEvidence::throughput))
        .orElseThrow();
  }

  /** The threads of a suite may be counted in one of its trials only. */
  private static boolean hasThreads(Step step) {
    return step.files().stream().anyMatch(file -> file.endsWith("/" + RunFolder.THREADS));
  }

  private static double throughput(Step step) {
    return step.value(Metrics.THROUGHPUT).or(() -> step.value(Metrics.THROUGHPUT_OPS)).orElse(0.0);
  }
}
