package dev.tierbench.harness.tier;

import java.io.IOException;
import java.nio.file.Path;

/** How tiers are brought up: each call gives a fresh JVM, which may not be ready yet. */
public interface TierLauncher {

  /**
   * The tier that servers call.
   *
   * @param log where its output is kept
   * @throws IOException when it does not start
   */
  RunningTier backend(Path log) throws IOException, InterruptedException;

  /** The server of that name; as above. */
  RunningTier server(String server, Path log) throws IOException, InterruptedException;

  /** The sweep is over, whichever way: puts in order what is left of the tiers. */
  default void finish() throws InterruptedException {}
}
