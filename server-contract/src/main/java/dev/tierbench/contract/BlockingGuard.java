package dev.tierbench.contract;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingMethod;
import reactor.blockhound.BlockingOperationError;

/** Finds what blocks an event loop, and stops it there. Other threads of reactor may wait. */
public final class BlockingGuard {
  private static final List<BlockingOperationError> FOUND = new CopyOnWriteArrayList<>();
  private static volatile boolean armed;

  static {
    BlockHound.install(builder -> builder.blockingMethodCallback(BlockingGuard::found));
  }

  private BlockingGuard() {}

  private static void found(BlockingMethod method) {
    if (armed && Thread.currentThread().getName().startsWith("reactor-http-")) {
      BlockingOperationError error = new BlockingOperationError(method);
      FOUND.add(error);
      throw error;
    }
  }

  /** Returns what blocked a loop during the work, which may have failed of it. */
  public static List<BlockingOperationError> blockedDuring(Runnable work) {
    FOUND.clear();
    armed = true;
    try {
      work.run();
    } catch (RuntimeException | AssertionError e) {
      if (FOUND.isEmpty()) {
        throw e;
      }
    } finally {
      armed = false;
    }
    return List.copyOf(FOUND);
  }
}
