package dev.tierbench.report.metric;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.List;

/**
 * How many trials of a cell count. A value of fewer than were tried is one of survivors.
 *
 * @param tried also those that are missing; none that was predicted to take too long, and not run
 */
public record ValidTrials(int valid, int tried) {

  /** The trials of a cell. */
  public static ValidTrials of(Run run, String subject, Parameters at) {
    return of(run.steps(new Cell(subject, at)));
  }

  /** The trials of some steps, one step of each. */
  public static ValidTrials of(List<Step> steps) {
    return new ValidTrials(
        (int) steps.stream().filter(Step::isValid).count(),
        (int) steps.stream().filter(ValidTrials::wasTried).count());
  }

  /** The trials of a subject that count in every one of some cells. */
  public static ValidTrials ofAll(List<Trial> trials, List<Parameters> cells) {
    return new ValidTrials(
        (int) trials.stream().filter(trial -> isValid(trial, cells)).count(), trials.size());
  }

  private static boolean isValid(Trial trial, List<Parameters> cells) {
    return trial.steps().stream()
        .filter(Step::isValid)
        .map(Step::parameters)
        .toList()
        .containsAll(cells);
  }

  private static boolean wasTried(Step step) {
    return step.state() != StepState.NOT_MEASURED;
  }

  public boolean isEveryOne() {
    return valid >= tried;
  }

  /** {@code 2 of 3}. */
  public String text() {
    return valid + " of " + tried;
  }

  /** The name with a mark when not all trials count: {@code tomcat (2 of 3 trials valid)}. */
  public String marked(String name) {
    return isEveryOne() ? name : name + " (" + text() + " trials valid)";
  }
}
