package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.drive.LoadListener;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;

/** A listener to the load of a step with work that can wait until all have received an event. */
interface Window extends LoadListener {

  /** Does what takes a while, after all windows have received the event. */
  void afterBoundary(LoadEvent event) throws IOException, InterruptedException;
}
