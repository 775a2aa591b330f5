package dev.tierbench.harness.http.step;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;

/**
 * A phase after the measured one, in which something is attached to the server. Receives the events
 * on one thread.
 */
abstract class AttachedWindow implements GeneratorProcess.Listener {

  static final double LONGEST_ATTACH_SECONDS = 60;

  private final LoadPhase attach;
  private final LoadPhase phase;

  AttachedWindow(PhaseName attach, PhaseName phase, double seconds) {
    this.attach = new LoadPhase(attach, true, LONGEST_ATTACH_SECONDS);
    this.phase = new LoadPhase(phase, false, seconds);
  }

  /** The phase that the load generator holds until all is attached. */
  final LoadPhase attach() {
    return attach;
  }

  /** The phase itself. */
  final LoadPhase phase() {
    return phase;
  }

  /** What can wait until the boundary is taken. */
  abstract void afterBoundary(LoadEvent event) throws IOException, InterruptedException;

  /** Detaches what is still attached, when the load ended before its time too. */
  abstract void close() throws IOException;
}
