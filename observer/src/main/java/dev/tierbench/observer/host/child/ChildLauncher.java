package dev.tierbench.observer.host.child;

import dev.tierbench.run.HeldInterrupt;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts children and ends those that are left, all at the same time; it starts none afterwards.
 * Thread-safe.
 */
public final class ChildLauncher {

  private final Set<ChildProcess> children = ConcurrentHashMap.newKeySet();
  private volatile boolean ending;

  /**
   * Starts a child.
   *
   * @throws IOException when it cannot be started, or all have been ended
   */
  public ChildProcess start(ChildCommand command) throws IOException {
    if (ending) {
      throw notStarted(command);
    }
    ChildProcess child = ChildProcess.start(command);
    children.add(child);
    if (ending) { // endAll may have looked before this child was known
      child.close();
      throw notStarted(command);
    }
    try {
      SessionGuard.INSTANCE.watch(child);
    } catch (IOException e) {
      child.close();
      throw new IOException(child.name() + " cannot be guarded: " + e.getMessage(), e);
    }
    CompletableFuture<Void> unused =
        child
            .ended()
            .thenAccept(ended -> {
              children.remove(ended);
              SessionGuard.INSTANCE.ended(ended);
            });
    return child;
  }

  private static IOException notStarted(ChildCommand command) {
    return new IOException(command.name() + " is not started: all programs are being ended");
  }

  /**
   * Ends all children that are left; none is alive when this returns. An interrupt stays pending;
   * one that comes meanwhile kills the child that is waited for.
   */
  public void endAll() {
    ending = true;
    HeldInterrupt held = new HeldInterrupt();
    try {
      children.forEach(ChildProcess::askToEnd);
      for (ChildProcess child : children) {
        try {
          child.end();
        } catch (InterruptedException e) {
          held.again();
          child.close();
        }
      }
    } finally {
      held.release();
    }
  }
}
