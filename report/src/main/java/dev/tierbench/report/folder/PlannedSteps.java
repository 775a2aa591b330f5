package dev.tierbench.report.folder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Adds the steps that were planned and are not there, so that a partial run shows its gaps. */
final class PlannedSteps {
  private PlannedSteps() {}

  static List<Trial> addMissing(JsonNode manifest, List<Trial> trials) {
    List<Integer> levels =
        manifest
            .path("plan")
            .path("levels")
            .valueStream()
            .filter(JsonNode::isInt)
            .map(JsonNode::intValue)
            .toList();
    List<Trial> complete = new ArrayList<>();
    for (Trial trial : trials) {
      List<Step> steps = new ArrayList<>(trial.steps());
      levels.stream()
          .filter(level -> trial.steps().stream().noneMatch(step -> step.level() == level))
          .forEach(level -> steps.add(missing(trial.name(), trial.subject(), level)));
      steps.sort(Comparator.comparingInt(Step::level));
      complete.add(trial.withSteps(steps));
    }
    manifest
        .path("trial_order")
        .valueStream()
        .map(name -> name.asString(""))
        .filter(name -> name.matches("\\d+-.+"))
        .filter(name -> trials.stream().noneMatch(trial -> trial.name().equals(name)))
        .forEach(name -> complete.add(missing(name, levels)));
    complete.sort(Comparator.comparing(Trial::name));
    return complete;
  }

  private static Trial missing(String name, List<Integer> levels) {
    String server = name.substring(name.indexOf('-') + 1);
    return new Trial(
        name,
        server,
        Optional.empty(),
        Optional.empty(),
        levels.stream().map(level -> missing(name, server, level)).toList());
  }

  private static Step missing(String trial, String server, int level) {
    return new Step(
        trial,
        server,
        level,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Threads.NONE,
        List.of(),
        false,
        List.of());
  }
}
