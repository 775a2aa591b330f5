package dev.tierbench.observer.tool;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Tells a program in the kernel that an edge of the window is now: each ring is one {@code lseek}
 * of this process to an offset that nobody else uses. Not thread-safe.
 */
public final class Doorbell implements AutoCloseable {

  /** What a ring means. */
  public enum Signal {
    HELLO,
    OPEN,
    CLOSE,
    FINISH
  }

  private static final long STRIDE = 8;
  private static final java.util.concurrent.atomic.AtomicLong NEXT =
      new java.util.concurrent.atomic.AtomicLong(0x7469_6572_0000L);

  private final long base = NEXT.getAndAdd(STRIDE);
  private final RandomAccessFile file;

  /**
   * Opens the file to seek in.
   *
   * @throws IOException when {@code /dev/zero} cannot be read
   */
  public Doorbell() throws IOException {
    file = new RandomAccessFile("/dev/zero", "r");
  }

  /** The offset of {@link Signal#HELLO}; the others follow it in their order. */
  public long base() {
    return base;
  }

  /** Rings; the program has seen it when this returns. */
  public void ring(Signal signal) throws IOException {
    file.seek(
        base
            + switch (signal) {
              case HELLO -> 0;
              case OPEN -> 1;
              case CLOSE -> 2;
              case FINISH -> 3;
            });
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
