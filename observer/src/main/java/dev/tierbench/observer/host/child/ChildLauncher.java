package dev.tierbench.observer.host.child;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Starts children and ends those that are left, all at the same time. Thread-safe. */
public final class ChildLauncher {

  private final Set<ChildProcess> children = ConcurrentHashMap.newKeySet();

  /**
   * Starts a child.
   *
   * @throws IOException when it cannot be started
   */
  public ChildProcess start(ChildCommand command) throws IOException {
    ChildProcess child = ChildProcess.start(command);
    children.add(child);
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

  /** Ends all children that are left; none is alive when this returns. */
  public void endAll() throws InterruptedException {
    children.forEach(ChildProcess::askToEnd);
    for (ChildProcess child : children) {
      child.end();
    }
  }
}
