package dev.tierbench.report.folder;

import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.SuitePlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Adds the steps that were planned and are not there, so that a partial run shows its gaps. */
final class PlannedSteps {
  private PlannedSteps() {}

  static List<Trial> addMissing(JsonNode manifest, Optional<SuitePlan> plan, List<Trial> trials) {
    List<Parameters> planned = planned(manifest.path("plan"));
    List<Trial> complete = new ArrayList<>();
    trials.forEach(trial -> complete.add(trial.with(complete(plan, trial, planned))));
    manifest
        .path("trial_order")
        .valueStream()
        .map(name -> name.asString(""))
        .distinct()
        .filter(name -> name.matches("\\d+-.+"))
        .filter(name -> trials.stream().noneMatch(trial -> trial.name().equals(name)))
        .map(name ->
            new Trial(
                name,
                name.substring(name.indexOf('-') + 1),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of()))
        .forEach(trial -> complete.add(trial.with(complete(plan, trial, planned))));
    complete.sort(Comparator.comparing(Trial::name));
    return complete;
  }

  /** Cells that cannot be read were not planned. */
  private static List<Parameters> planned(JsonNode plan) {
    return Stream.of(
            numbers(plan.path("levels")).map(Parameters::concurrency),
            numbers(plan.path("rates").path("rates")).map(Parameters::rate),
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
    Stream<Step> missing =
        planned.stream()
            .filter(cell -> plan.stream().allMatch(of -> of.isRunBy(trial.subject(), cell)))
            .filter(
                cell -> trial.steps().stream().noneMatch(step -> step.parameters().equals(cell)))
            .map(cell -> Step.missing(trial.name(), new Cell(trial.subject(), cell)));
    return Stream.concat(trial.steps().stream(), missing)
        .sorted(Comparator.comparing(Step::parameters))
        .toList();
  }
}
