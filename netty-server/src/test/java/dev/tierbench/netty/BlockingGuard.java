package dev.tierbench.netty;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingMethod;
import reactor.blockhound.BlockingOperationError;

/** Finds what blocks an event loop, and stops it there. Other threads of reactor may wait. */
final class BlockingGuard {
  private static final List<BlockingOperationError> FOUND = new CopyOnWriteArrayList<>();
  private static volatile boolean armed;

  static {
    BlockHound.install(builder -> builder.blockingMethodCallback(BlockingGuard::found));
  }

  private BlockingGuard() {}

  private static void found(BlockingMethod method) {
    if (armed && Thread.currentThread().getName().contains("-epoll-")) {
      BlockingOperationError error = new BlockingOperationError(method);
      FOUND.add(error);
      throw error;
    }
  }

  /** Runs the work twice, the first time unguarded to load its classes. */
  static List<BlockingOperationError> blockedDuring(Runnable work) {
    work.run();
    FOUND.clear();
    armed = true;
    try {
      work.run();
    } finally {
      armed = false;
    }
    return List.copyOf(FOUND);
  }
}
