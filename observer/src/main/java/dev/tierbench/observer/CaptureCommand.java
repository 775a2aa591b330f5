package dev.tierbench.observer;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.PortOwner;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.TerminalText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that observes one JVM in a window. */
abstract class CaptureCommand implements Callable<Integer> {

  /** Exit code when what was asked for could not be measured completely. */
  static final int INCOMPLETE = 1;

  private static final long LONGEST_SLEEP_NANOS = 100_000_000;

  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private Target target;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "Length of the window, in seconds. Default: ${DEFAULT-VALUE}.")
  private double seconds;

  /** Which process: by PID or by the port that it listens on. */
  private static final class Target {

    @Parameters(paramLabel = "PID", description = "Process id of the JVM.")
    private Optional<Long> pid = Optional.empty();

    @Option(
        names = "--port",
        paramLabel = "PORT",
        description = "TCP port on which the JVM listens, instead of PID.")
    private Optional<Integer> port = Optional.empty();
  }

  @Override
  public Integer call() {
    checkOptions();
    try {
      return run();
    } catch (CannotObserve e) {
      log(e.getMessage());
      return INCOMPLETE;
    }
  }

  /** Throws {@link #usageError} for a value that makes no sense. */
  abstract void checkOptions();

  /** Returns the exit code. */
  abstract int run() throws CannotObserve;

  double seconds() {
    return seconds;
  }

  Duration window() {
    return Duration.ofNanos((long) (seconds * NANOS_PER_SECOND));
  }

  long pid() throws CannotObserve {
    return target.pid.isPresent()
        ? target.pid.get()
        : PortOwner.REAL.find(target.port.orElseThrow());
  }

  /** Sleeps until that moment of {@link System#nanoTime}, or until the condition is false. */
  static void waitUntil(long end, BooleanSupplier condition) {
    try {
      for (long left = end - System.nanoTime();
          left > 0 && condition.getAsBoolean();
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, LONGEST_SLEEP_NANOS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /**
   * Logs what limits the counts.
   *
   * @param known what was logged before
   */
  void report(CaptureResult seen, List<Caveat> known) {
    seen.observed().missing().stream()
        .filter(missing -> !known.contains(missing))
        .forEach(missing -> log(missing.line()));
    seen.observed().caveats().forEach(this::log);
    seen.problems().forEach(failure -> log("FAIL: " + failure));
  }

  void log(String line) {
    System.err.println(spec.name() + ": " + TerminalText.lines(line));
  }
}
