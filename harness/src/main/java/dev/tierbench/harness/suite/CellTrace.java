package dev.tierbench.harness.suite;

import dev.tierbench.observer.Capture;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * Counts by thread in one phase of a cell, while the worker waits at its boundaries: with the
 * tracer in a run of its own, or from {@code /proc} alone around the measured one.
 */
final class CellTrace implements AutoCloseable {

  private final RunFolder.Step step;
  private final boolean traced;
  private final boolean proc;
  private Optional<Capture> capture = Optional.empty();
  private Optional<String> failure = Optional.empty();

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

  /** What this host allows to count, with the tracer or from {@code /proc} alone. */
  static Observer observer(boolean traced) {
    CaptureLevel best = traced ? CaptureLevel.L0 : CaptureLevel.L3;
    return Observer.probe(
        Observer.Settings.standard().withBest(best).withTotals(traced).withPidstat(false));
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
      Capture attached = observer(traced).attach(pid, step.raw());
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
    });
  }

  /**
   * What decides over the counts; empty when none were made.
   *
   * @throws IOException when they cannot be read back
   */
  Optional<Observation> observed() throws IOException {
    if (failure.isPresent()) {
      RunJson.write(step.observation(), Observation.failed(failure.get()));
    }
    return Files.exists(step.observation())
        ? Optional.of(RunJson.read(step.observation(), Observation.class))
        : Optional.empty();
  }

  @Override
  public void close() {
    capture.ifPresent(Capture::close);
  }
}
