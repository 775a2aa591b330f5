package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.drive.LoadPhase;
import dev.tierbench.harness.http.drive.StepPhases;
import dev.tierbench.run.PhaseName;
import java.io.IOException;

/**
 * A phase after the measured one, in which something is attached to the server. Receives the events
 * on one thread.
 */
abstract class AttachedWindow implements Window {

  private final StepPhases.Attached phases;

  AttachedWindow(PhaseName attach, PhaseName window, double seconds) {
    phases =
        new StepPhases.Attached(
            new LoadPhase(attach, true, StepPhases.LONGEST_ATTACH_SECONDS),
            new LoadPhase(window, false, seconds));
  }

  /** The phases that the load generator has to drive. */
  final StepPhases.Attached phases() {
    return phases;
  }

  /** Detaches what is still attached, when the load ended before its time too. */
  abstract void close() throws IOException;
}
