package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.drive.LoadListener;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The windows of a step in the order in which each receives an event: what is attached to the
 * server counts from boundary to boundary, then the settle phase decides, then the snapshots are
 * taken. Everything slower follows in the same order. A turn ends when all that is done, and so may
 * the load after the last window.
 */
public record Windows(List<LoadListener> inOrder) implements LoadListener {

  public Windows {
    inOrder = List.copyOf(inOrder);
  }

  /** The windows of a step. */
  public static Windows of(
      AttachedWindows attached,
      SettlePhase settle,
      BoundaryRecorder boundaries,
      Optional<LoadListener> turns) {
    List<LoadListener> inOrder = new ArrayList<>(attached.inOrder());
    inOrder.add(settle);
    inOrder.add(boundaries);
    turns.ifPresent(inOrder::add);
    return new Windows(inOrder);
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    for (LoadListener window : inOrder) {
      window.on(loadgen, event);
    }
    for (LoadListener window : inOrder) {
      if (window instanceof Window slow) {
        slow.afterBoundary(event);
      }
    }
    if (event.starts(PhaseName.CLOSING)) { // all have read the end of the window before
      loadgen.writeLine(new GoCommand(PhaseName.CLOSING).line());
    }
  }
}
