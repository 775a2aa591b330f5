package dev.tierbench.run.protocol;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What the live page shows of a run under way. It gets all of it first, as the event {@code state},
 * and each part again when it changes, as an event of its own.
 *
 * @param name of the run; empty before the first one begins
 * @param seconds the last of them, in order
 * @param results of steps, in order
 * @param log the last lines
 * @param reports of the runs that have ended
 * @param exitCode of the program, when it is about to end
 */
public record LiveState(
    String schema,
    String name,
    Optional<Position> position,
    List<Second> seconds,
    List<Result> results,
    List<String> log,
    List<Report> reports,
    Optional<Integer> exitCode) {

  public static final String SCHEMA = "tierbench/live/1";

  /** The names of the events. */
  public static final String STATE = "state";

  public static final String POSITION = "position";
  public static final String SECOND = "second";
  public static final String RESULT = "result";
  public static final String LINE = "line";
  public static final String REPORT = "report";

  /** Event with the exit code as its data; the server still answers. */
  public static final String END = "end";

  /** The server ends, and nothing comes any more. */
  public static final String CLOSED = "closed";

  public LiveState {
    seconds = List.copyOf(seconds);
    results = List.copyOf(results);
    log = List.copyOf(log);
    reports = List.copyOf(reports);
  }

  /**
   * How far a run is.
   *
   * @param what is under way
   * @param doneSeconds that were planned for what is over
   * @param plannedSeconds of what is under way
   * @param elapsedSeconds of what is under way, when this was sent
   * @param totalSeconds planned of the run
   */
  public record Position(
      String run,
      String what,
      double doneSeconds,
      double plannedSeconds,
      double elapsedSeconds,
      double totalSeconds) {

    /** Seconds of the plan that are left; what takes longer than planned does not count more. */
    public double remainingSeconds() {
      return Math.max(0, totalSeconds - doneSeconds - Math.min(elapsedSeconds, plannedSeconds));
    }
  }

  /**
   * A second of a load.
   *
   * @param step the level or rate, or the warm-up
   */
  public record Second(
      long epochMs, String trial, String step, String phase, Requests requests, List<TierCpu> cpu) {
    public Second {
      cpu = List.copyOf(cpu);
    }
  }

  /**
   * The requests that ended in a second.
   *
   * @param seconds one, or the rest of a phase
   * @param generators that share the load, of which one counted these
   */
  public record Requests(
      double seconds,
      long ok,
      long failed,
      Optional<Double> throughputRps,
      Optional<Double> p50Ms,
      Optional<Double> p99Ms,
      int generators) {

    /** What a generator reported of a second. */
    public static Requests of(LoadEvent second, int generators) {
      double seconds = second.seconds().orElse(0.0);
      long ok = second.ok().orElse(0L);
      return new Requests(
          seconds,
          ok,
          second.failed().orElse(0L),
          second.ok().filter(known -> seconds > 0).map(known -> known / seconds),
          second.p50Us().map(us -> us / MICROS_PER_MILLI),
          second.p99Us().map(us -> us / MICROS_PER_MILLI),
          generators);
    }
  }

  /**
   * What a tier used.
   *
   * @param name of the process
   * @param cores that were busy with it on average; empty when that is not known
   * @param cpuSeconds of the time since the sample before
   */
  public record TierCpu(
      Tier tier, String name, Optional<Double> cores, Optional<Double> cpuSeconds) {}

  /** A step with its verdict. */
  public record Result(
      String run,
      String trial,
      String step,
      Verdict verdict,
      List<Value> values,
      List<String> reasons) {
    public Result {
      values = List.copyOf(values);
      reasons = List.copyOf(reasons);
    }
  }

  /** A value of a step; empty when it was not measured. */
  public record Value(String label, String unit, Optional<Double> value) {}

  /**
   * The report of a run that has ended.
   *
   * @param path of the page
   * @param written whether it is there
   */
  public record Report(String run, String path, boolean written) {}
}
