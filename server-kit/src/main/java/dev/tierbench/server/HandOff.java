package dev.tierbench.server;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Work that is handed to another thread and waited for: two switches between threads, or one and
 * the mount of a virtual thread, and nothing else. What one costs is the slope of CPU over their
 * number.
 */
final class HandOff {

  /** Made for the first request that asks for one. */
  private static final class Helpers {
    private static final ExecutorService POOL =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("handoff-", 1).factory());
  }

  private HandOff() {}

  /** Hands nothing over, so many times in turn. */
  static void run(int times) {
    try {
      for (int i = 0; i < times; i++) {
        Helpers.POOL.submit(HandOff::nothing).get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("a hand-off was interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static void nothing() {
    // The hand-off itself is the work.
  }
}
