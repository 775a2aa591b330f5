package dev.tierbench.report.folder;

import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.Plan;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds the steps that were planned and are not there, so that a partial run shows its gaps.
 *
 * @param file the manifest, which problems are reported of
 */
record PlannedSteps(Path file, ReadProblems problems) {

  /** Steps of a plan at most: thousands take weeks. */
  private static final int MOST = 100_000;

  List<Trial> addMissing(RunManifest manifest, List<Trial> trials) {
    return manifest
        .plan()
        .map(plan -> addMissing(plan, manifest.trialOrder(), trials))
        .orElse(trials);
  }

  private List<Trial> addMissing(Plan plan, List<String> trialOrder, List<Trial> trials) {
    int planned = plan.cells().size();
    List<String> order =
        trialOrder.stream().distinct().filter(name -> name.matches("\\d+[-/].+")).toList();
    if ((long) planned * Math.max(order.size(), trials.size()) > MOST) {
      problems.add(
          file,
          "plans %d trials of %d steps: expected at most %d steps; gaps are not shown"
              .formatted(order.size(), planned, MOST));
      return trials;
    }
    Set<String> there = trials.stream().map(Trial::name).collect(Collectors.toSet());
    Stream<Trial> missing =
        order.stream().filter(name -> !there.contains(name)).map(Trial::missing);
    return Stream.concat(trials.stream(), missing)
        .map(trial -> trial.withSteps(complete(plan, trial)))
        .sorted(Comparator.comparing(Trial::name))
        .toList();
  }

  private static List<Step> complete(Plan plan, Trial trial) {
    Set<Parameters> there =
        trial.steps().stream().map(Step::parameters).collect(Collectors.toSet());
    Stream<Step> missing =
        plan.cells(trial.subject()).stream()
            .distinct()
            .filter(cell -> !there.contains(cell))
            .map(cell -> Step.missing(trial.name(), new Cell(trial.subject(), cell)));
    return Stream.concat(trial.steps().stream(), missing)
        .sorted(Comparator.comparing(Step::parameters))
        .toList();
  }
}
