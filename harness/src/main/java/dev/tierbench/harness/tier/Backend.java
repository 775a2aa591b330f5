package dev.tierbench.harness.tier;

import dev.tierbench.run.record.Tiers;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What the harness asks the tier that servers call: the echo tier, or a database. */
public interface Backend {

  /** Waits until it answers; false when it ended, or did not in time. */
  boolean awaitReady(RunningTier started, Duration limit) throws InterruptedException;

  /** The settings in force; empty when it does not report them. */
  Optional<JsonNode> settings() throws InterruptedException;

  /** Waits until it answers nothing any more, or the limit is over. */
  void awaitQuiet(Duration limit) throws InterruptedException;

  /** A counter of what it handles for a server, which counts one window after another. */
  Counter counter(String server);

  /** Counts what the tier handles in a window. */
  interface Counter {

    /** Opens a window; false when the tier did not confirm it, and the window has no count then. */
    boolean begin() throws InterruptedException;

    /**
     * Closes the window; empty when the tier did not give its count.
     *
     * @param lateNs how long after the boundaries of the phase {@link #begin} had its answer, and
     *     this is asked, both together
     */
    Count end(long lateNs) throws InterruptedException;
  }

  /** The count of a window; of one tier at most. */
  record Count(Optional<Tiers.Echo> echo, Optional<Tiers.Database> database) {

    /** The count of a tier that did not give one. */
    public static final Count NONE = new Count(Optional.empty(), Optional.empty());
  }
}
