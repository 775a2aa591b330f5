package dev.tierbench.observer.host;

/** The process that listens on a port of this host, for who did not start it. */
public final class Listener {

  private Listener() {}

  /**
   * Finds it.
   *
   * @throws CannotObserve when there is none, this user may not see it, or there are several
   */
  public static ProcessHandle on(int port) throws CannotObserve {
    long pid = PortOwner.REAL.find(port);
    return ProcessHandle.of(pid)
        .orElseThrow(() -> new CannotObserve("process " + pid + " has ended"));
  }
}
