package dev.tierbench.harness.live;

import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.harness.run.step.StepLine;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.protocol.LiveState;
import dev.tierbench.run.record.Checks;
import java.util.List;

/** Shows what happens in a run on the board and on the terminal. */
record LiveProgress(LiveBoard board, String run, Progress terminal) implements Progress {

  @Override
  public void begins(String what, double plannedSeconds) {
    board.begins(what, plannedSeconds);
    terminal.begins(what, plannedSeconds);
  }

  @Override
  public void adds(double seconds) {
    board.adds(seconds);
    terminal.adds(seconds);
  }

  @Override
  public void say(String line) {
    board.say(line);
    terminal.say(line);
  }

  @Override
  public void judged(Plan plan, Plan.Trial trial, JudgedStep step) {
    board.say(StepLine.of(plan, trial, step));
    board.judged(result(plan, trial, step));
    terminal.judged(plan, trial, step);
  }

  private LiveState.Result result(Plan plan, Plan.Trial trial, JudgedStep step) {
    Checks checks = step.checks();
    List<LiveState.Value> values =
        StepLine.metrics(plan).stream()
            .map(metric ->
                new LiveState.Value(
                    metric.label(), metric.unit(plan.operation()), step.measurements().get(metric)))
            .toList();
    List<String> reasons =
        checks.deciding().stream().map(check -> check.name() + ": " + check.message()).toList();
    return new LiveState.Result(
        run, trial.name(), step.step().parameters().label(), checks.verdict(), values, reasons);
  }

  @Override
  public boolean wantsSeconds() {
    return true;
  }

  @Override
  public void second(LiveState.Second second) {
    board.second(second);
    terminal.second(second);
  }

  @Override
  public void close() {
    board.begins("report", 0);
    terminal.close();
  }
}
