package dev.tierbench.harness.run;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.protocol.LiveState;
import java.util.function.LongSupplier;

/** How far a run is, and how long it will take: of what is to come by its plan. Not thread-safe. */
public final class Timetable {

  private final LongSupplier nanoTime;
  private final String run;
  private final long startNanos;
  private double totalSeconds;
  private Part now;

  /**
   * What is under way.
   *
   * @param doneSeconds that were planned for what was before
   */
  private record Part(String what, double doneSeconds, double plannedSeconds, long beganNanos) {}

  /** Creates the timetable of a run that begins now. */
  public Timetable(LongSupplier nanoTime, String run, double totalSeconds) {
    this.nanoTime = nanoTime;
    this.run = run;
    this.startNanos = nanoTime.getAsLong();
    this.totalSeconds = totalSeconds;
    this.now = new Part("start", 0, 0, startNanos);
  }

  /** Something that was planned to take that long begins; what went on before has ended. */
  public void begins(String what, double plannedSeconds) {
    now =
        new Part(what, now.doneSeconds + now.plannedSeconds, plannedSeconds, nanoTime.getAsLong());
  }

  /** Something that the plan did not have will take that long. */
  public void adds(double seconds) {
    totalSeconds += seconds;
  }

  public LiveState.Position position() {
    return new LiveState.Position(
        run, now.what, now.doneSeconds, now.plannedSeconds, since(now.beganNanos), totalSeconds);
  }

  /** Seconds since the run began. */
  double elapsedSeconds() {
    return since(startNanos);
  }

  /** How long the run will have taken at its end. */
  double expectedSeconds() {
    return elapsedSeconds() + position().remainingSeconds();
  }

  private double since(long nanos) {
    return (nanoTime.getAsLong() - nanos) / NANOS_PER_SECOND;
  }
}
