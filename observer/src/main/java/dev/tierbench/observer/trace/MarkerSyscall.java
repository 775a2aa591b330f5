package dev.tierbench.observer.trace;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Signals to a program in the kernel that the window begins or ends now: each mark is one {@code
 * lseek} of this process to an offset that nobody else uses. Not thread-safe.
 */
final class MarkerSyscall implements AutoCloseable {

  enum Signal {
    HELLO,
    OPEN,
    CLOSE
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
  MarkerSyscall() throws IOException {
    file = new RandomAccessFile("/dev/zero", "r");
  }

  /** The offset of {@link Signal#HELLO}; the others follow it in their order. */
  long base() {
    return base;
  }

  /** Marks; the program has seen it when this returns. */
  void mark(Signal signal) throws IOException {
    file.seek(
        base
            + switch (signal) {
              case HELLO -> 0;
              case OPEN -> 1;
              case CLOSE -> 2;
            });
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
