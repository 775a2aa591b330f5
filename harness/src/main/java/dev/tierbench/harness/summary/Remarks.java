package dev.tierbench.harness.summary;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What has to be said beside a table: why steps are FAIL, and what the warnings are. */
final class Remarks {
  private Remarks() {}

  private record Warning(StepFigures step, Check check) {
    /** How far beyond its limit, on whichever side that lies; what was not measured comes first. */
    double size() {
      return check
          .figure()
          .map(figure -> Math.abs(Math.abs(figure) - check.limit().orElse(0.0)))
          .orElse(Double.POSITIVE_INFINITY);
    }
  }

  static List<String> of(List<StepFigures> steps) {
    List<String> lines = new ArrayList<>();
    steps.stream()
        .filter(step -> !step.isValid())
        .forEach(step -> lines.add("FAIL " + name(step) + ": " + step.reason()));
    warnings(steps).values().stream()
        .map(warnings -> worst(warnings, steps.size()))
        .forEach(lines::add);
    return lines;
  }

  private static Map<String, List<Warning>> warnings(List<StepFigures> steps) {
    Map<String, List<Warning>> byRule = new LinkedHashMap<>();
    for (StepFigures step : steps) {
      for (Check check : step.checks().checks()) {
        if (check.verdict() == Verdict.WARN) {
          byRule
              .computeIfAbsent(check.name(), name -> new ArrayList<>())
              .add(new Warning(step, check));
        }
      }
    }
    return byRule;
  }

  private static String worst(List<Warning> warnings, int steps) {
    Warning worst = warnings.stream().max(Comparator.comparingDouble(Warning::size)).orElseThrow();
    return String.format(
        Locale.ROOT,
        "WARN %s in %d of %d steps, most at %s: %s",
        worst.check().name(),
        warnings.size(),
        steps,
        name(worst.step()),
        worst.check().message());
  }

  private static String name(StepFigures step) {
    return step.trial().name() + "/" + RunFolder.stepName(step.level());
  }
}
