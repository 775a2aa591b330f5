package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;

/** Receives the events of a load, as they happen, on one thread that does nothing else. */
@FunctionalInterface
public interface LoadListener {

  /**
   * Handles an event before the next one is read.
   *
   * @param loadgen the generator that reports it
   * @throws IOException when a phase boundary cannot be recorded, which ends the step
   */
  void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException;
}
