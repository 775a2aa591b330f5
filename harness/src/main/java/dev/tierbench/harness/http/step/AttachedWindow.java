package dev.tierbench.harness.http.step;

import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.PhaseName;
import java.io.IOException;

/**
 * A phase after the measured one, in which something is attached to the server. Hears of events on
 * one thread.
 */
interface AttachedWindow extends LoadRun.Listener, AutoCloseable {

  double LONGEST_ATTACH_SECONDS = 60;

  /** The phase that the load generator holds until all is attached. */
  PhaseName attach();

  /** The phase itself. */
  PhaseName phase();

  double seconds();

  /** What can wait until the boundary is taken. */
  void afterBoundary(LoadEvent event) throws IOException, InterruptedException;

  /** Detaches what is still attached, when the load ended before its time too. */
  @Override
  void close() throws StepFault;
}
