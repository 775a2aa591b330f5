package dev.tierbench.loadgen.engine;

/** Decides when a connection sends: the load model of one loop. Confined to its loop. */
sealed interface Pacer permits ClosedPacer, OpenPacer {

  /** The load begins now. */
  void begin(long nowNanos);

  /** The connection is open and has nothing in flight. */
  void free(Connection connection, long nowNanos);

  /** The connection was lost; it calls {@link #free} again when it is back. */
  void lost(Connection connection);

  /**
   * A lost connection could not be reconnected.
   *
   * @return whether a request failed with it and was counted
   */
  boolean failedToConnect(long nowNanos);

  /** Sends again after a phase without load. */
  void resume(long nowNanos);

  /** Records the answer of a connection in the ledger. */
  void answered(Connection connection, long nowNanos);
}
