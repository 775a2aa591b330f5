package dev.tierbench.report.summary;

import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** The remarks below a table: why steps are FAIL, and what the warnings are. */
final class CheckRemarks {
  private CheckRemarks() {}

  private record Warning(Step step, Check check) {
    /** How far beyond its limit, on whichever side that lies; what was not measured comes first. */
    double size() {
      return check
          .value()
          .map(value -> Math.abs(Math.abs(value) - check.limit().orElse(0.0)))
          .orElse(Double.POSITIVE_INFINITY);
    }
  }

  static List<String> of(List<CellSummary> lines) {
    List<String> remarks = new ArrayList<>();
    List<Step> steps = lines.stream().flatMap(line -> line.steps().stream()).toList();
    lines.stream()
        .filter(line -> !line.notMeasured())
        .forEach(line ->
            line.reason()
                .ifPresent(why ->
                    remarks.add(
                        line.verdict() + " " + line.steps().getFirst().name() + ": " + why)));
    steps.stream()
        // The row of a cell that was not run has the reason.
        .filter(step -> step.state() != StepState.NOT_MEASURED)
        .flatMap(step -> step.checkList().stream().map(check -> new Warning(step, check)))
        .filter(warning -> warning.check().verdict() == Verdict.WARN)
        .collect(
            Collectors.groupingBy(
                warning -> warning.check().name(), LinkedHashMap::new, Collectors.toList()))
        .values()
        .forEach(warnings -> remarks.add(worst(warnings, steps.size())));
    return remarks;
  }

  private static String worst(List<Warning> warnings, int steps) {
    Warning worst = warnings.stream().max(Comparator.comparingDouble(Warning::size)).orElseThrow();
    return "WARN %s in %d of %d steps, most at %s: %s"
        .formatted(
            worst.check().name(),
            warnings.size(),
            steps,
            worst.step().name(),
            worst.check().message());
  }
}
