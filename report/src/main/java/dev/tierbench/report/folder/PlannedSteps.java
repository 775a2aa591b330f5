package dev.tierbench.report.folder;

import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.SuitePlan;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Adds the steps that were planned and are not there, so that a partial run shows its gaps.
 *
 * @param manifest the file with the plan
 */
record PlannedSteps(Path manifest, ReadProblems problems) {

  /** Steps of a plan at most: thousands take weeks. */
  private static final int MOST = 100_000;

  List<Trial> addMissing(JsonNode manifest, Optional<SuitePlan> plan, List<Trial> trials) {
    List<Parameters> planned = planned(manifest.path("plan"));
    List<String> order =
        manifest
            .path("trial_order")
            .valueStream()
            .map(name -> name.asString(""))
            .distinct()
            .filter(name -> name.matches("\\d+-.+"))
            .toList();
    if ((long) planned.size() * Math.max(order.size(), trials.size()) > MOST) {
      problems.add(
          this.manifest,
          "plans %d trials of %d steps: expected at most %d steps; gaps are not shown"
              .formatted(order.size(), planned.size(), MOST));
      return trials;
    }
    Set<String> there = trials.stream().map(Trial::name).collect(Collectors.toSet());
    Stream<Trial> missing =
        order.stream().filter(name -> !there.contains(name)).map(Trial::missing);
    return Stream.concat(trials.stream(), missing)
        .map(trial -> trial.withSteps(complete(plan, trial, planned)))
        .sorted(Comparator.comparing(Trial::name))
        .toList();
  }

  /** Cells that cannot be read were not planned. */
  private static List<Parameters> planned(JsonNode plan) {
    return Stream.of(
            numbers(plan.path("levels")).map(Parameters::concurrency),
            numbers(plan.at("/rates/rates")).map(Parameters::rate),
            plan.path("cells").valueStream().flatMap(PlannedSteps::cell))
        .flatMap(part -> part)
        .distinct()
        .toList();
  }

  private static Stream<Integer> numbers(JsonNode list) {
    return list.valueStream()
        .filter(JsonNode::isInt)
        .map(JsonNode::intValue)
        .filter(number -> number > 0);
  }

  private static Stream<Parameters> cell(JsonNode cell) {
    String name =
        cell.properties().stream()
            .map(value -> value.getKey() + "=" + value.getValue().asString(""))
            .collect(Collectors.joining(","));
    return Parameters.ofFolder(name).stream();
  }

  private static List<Step> complete(
      Optional<SuitePlan> plan, Trial trial, List<Parameters> planned) {
    Set<Parameters> there =
        trial.steps().stream().map(Step::parameters).collect(Collectors.toSet());
    Stream<Step> missing =
        planned.stream()
            .filter(cell -> plan.stream().allMatch(of -> of.isRunBy(trial.subject(), cell)))
            .filter(cell -> !there.contains(cell))
            .map(cell -> Step.missing(trial.name(), new Cell(trial.subject(), cell)));
    return Stream.concat(trial.steps().stream(), missing)
        .sorted(Comparator.comparing(Step::parameters))
        .toList();
  }
}
