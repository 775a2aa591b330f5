package dev.tierbench.harness.trial;

import dev.tierbench.run.LiveState;
import dev.tierbench.run.Plan;

/** Hears how a sweep gets on. */
public interface Progress extends AutoCloseable {

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
