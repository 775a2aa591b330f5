package dev.tierbench.loadgen.wire;

import dev.tierbench.run.record.LoadResult;

/** The event loop that wires run on, and what they share there. Confined to that loop. */
public interface WireLoop {

  /** Runs a task on the loop, at once when it is called there; may be called from elsewhere. */
  void run(Runnable task);

  /** Runs a task on the loop after so long. */
  void later(Runnable task, long delayNanos);

  /** The clock of the load. */
  long nanoTime();

  /**
   * Buffer shared by the wires of the loop: received bytes are copied into it and handed over at
   * once.
   */
  byte[] scratch();

  /** Bytes have come. */
  void received(int bytes);

  /** What a TLS handshake ended with. */
  void agreed(LoadResult.Tls agreed);

  /** Whether the load has come to its end. */
  boolean isOver();

  /** A defect of the generator ends the run. */
  void crashed(Throwable cause);
}
