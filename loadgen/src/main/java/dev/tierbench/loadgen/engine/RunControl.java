package dev.tierbench.loadgen.engine;

import java.util.Optional;

/** Requests of other threads to a run: to end early, or to leave what is held. Thread-safe. */
final class RunControl {

  /** Interval at which a wait checks whether the run was interrupted. */
  static final long GLANCE_NANOS = 50_000_000L;

  private volatile boolean interrupted;
  private Optional<String> released = Optional.empty();

  /** Asks the run to end now. */
  void interrupt() {
    interrupted = true;
  }

  boolean isInterrupted() {
    return interrupted;
  }

  /**
   * Asks the run to leave what it holds.
   *
   * @param name of a held phase or of the start; {@link LoadRun#ANY_PHASE} for whichever is held
   *     now or next
   */
  synchronized void release(String name) {
    released = Optional.of(name);
  }

  /** Returns whether {@code name} was released, and forgets the release when it was. */
  synchronized boolean takeRelease(String name) {
    if (released.filter(asked -> asked.equals(name) || asked.equals(LoadRun.ANY_PHASE)).isEmpty()) {
      return false;
    }
    released = Optional.empty();
    return true;
  }
}
