package dev.tierbench.observer;

/** An action that is carried out when a signal ends this program before the hook is closed. */
record EndHook(Thread thread) implements AutoCloseable {

  /**
   * Takes an action on.
   *
   * @throws IllegalStateException when this program is ending already
   */
  static EndHook of(Runnable action) {
    Thread thread = new Thread(action);
    Runtime.getRuntime().addShutdownHook(thread);
    return new EndHook(thread);
  }

  /** Gives the action up, unless it is under way. */
  @Override
  public void close() {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException shuttingDown) {
      // Then the hook is at work.
    }
  }
}
