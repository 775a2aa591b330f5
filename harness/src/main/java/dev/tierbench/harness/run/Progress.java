package dev.tierbench.harness.run;

import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.harness.run.step.StepLine;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.protocol.LiveState;

/** Receives what happens in a run. */
public interface Progress extends AutoCloseable {

  int STDERR = 2;

  /**
   * Progress on standard error: a bar where that is a terminal, lines that are only added
   * elsewhere.
   */
  static Progress onStandardError(double totalSeconds) {
    return OwnProcess.REAL.isTerminal(STDERR)
        ? new BarProgress(System.err, totalSeconds)
        : new PlainProgress(System.err, System::nanoTime, totalSeconds);
  }

  /** Something that was planned to take that long begins; what went on before has ended. */
  void begins(String what, double plannedSeconds);

  /** Something that the plan did not have will take that long. */
  void adds(double seconds);

  /** A line to stay on the terminal. */
  void say(String line);

  /** A step has a verdict. */
  default void judged(Plan plan, Plan.Trial trial, JudgedStep step) {
    say(StepLine.of(plan, trial, step));
  }

  /** Whether {@link #second} is wanted, which costs a little in each second of a load. */
  default boolean wantsSeconds() {
    return false;
  }

  /** A second of a load is over. */
  default void second(LiveState.Second second) {}

  @Override
  void close();
}
