package dev.tierbench.observer;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for the end of a window. */
final class Waiting {

  private static final long SLICE_NANOS = 100_000_000;

  private Waiting() {}

  /** Sleeps until that moment of {@link System#nanoTime}, or until the condition is false. */
  static void until(long end, BooleanSupplier condition) {
    try {
      for (long left = end - System.nanoTime();
          left > 0 && condition.getAsBoolean();
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, SLICE_NANOS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
