package dev.tierbench.harness.suite;

import dev.tierbench.observer.Capture;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Observed;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.util.Optional;

/**
 * Counts by thread in one phase of a cell, while the worker waits at its boundaries: with the
 * tracer in a run of its own, or from {@code /proc} alone around the measured one.
 */
final class CellTrace implements AutoCloseable {

  private static final Observer.Settings WITHOUT_PIDSTAT =
      Observer.Settings.standard().withPidstat(false);

  private final RunFolder.Step step;
  private final boolean traced;
  private final boolean proc;
  private Optional<Capture> capture = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private boolean written;

  /**
   * @param traced whether this cell is traced
   * @param proc whether its threads are read from {@code /proc} otherwise: not where other trials
   *     are traced, since the two sources must not be pooled
   */
  CellTrace(RunFolder.Step step, boolean traced, boolean proc) {
    this.step = step;
    this.traced = traced;
    this.proc = proc;
  }

  /** What this host allows to count. */
  static Observer observer() {
    return Observer.probe(WITHOUT_PIDSTAT.withTotals(true));
  }

  private static Observer fromProc() {
    return Observer.probe(WITHOUT_PIDSTAT.withBest(CaptureLevel.L3));
  }

  /** Whether the threads are counted in that phase. */
  boolean covers(String phase) {
    return traced ? PhaseName.TRACE.is(phase) : proc && PhaseName.MEASURE.is(phase);
  }

  /** Attaches and opens the window; of several measured runs the last one counts. */
  void begin(long pid) {
    capture.ifPresent(Capture::close);
    capture = Optional.empty();
    try {
      Capture attached = (traced ? observer() : fromProc()).attach(pid, step.raw());
      attached.begin();
      capture = Optional.of(attached);
    } catch (CannotObserve e) {
      failure = Optional.of(e.getMessage());
    }
  }

  /** Closes the window and writes what was counted. */
  void end() {
    capture.ifPresent(counted -> {
      counted.end();
      counted.finish().write(step.path());
      written = true;
    });
  }

  /**
   * What decides over the counts; empty when none were made.
   *
   * @throws IOException when they cannot be read back
   */
  Optional<Observed> observed() throws IOException {
    if (failure.isPresent()) {
      Observed failed = Observed.failed(failure.get());
      RunJson.write(step.observation(), failed);
      return Optional.of(failed);
    }
    return written
        ? Optional.of(RunJson.read(step.observation(), Observed.class))
        : Optional.empty();
  }

  @Override
  public void close() {
    capture.ifPresent(Capture::close);
  }
}
