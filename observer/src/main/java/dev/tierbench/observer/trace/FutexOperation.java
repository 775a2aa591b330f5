package dev.tierbench.observer.trace;

/** What a futex operation does, by its number in {@code linux/futex.h} without the flags. */
enum FutexOperation {
  WAIT,
  WAKE,
  NEITHER;

  static FutexOperation of(int operation) {
    return switch (operation) {
      // WAIT, LOCK_PI, WAIT_BITSET, WAIT_REQUEUE_PI, LOCK_PI2
      case 0, 6, 9, 11, 13 -> WAIT;
      // WAKE, WAKE_OP, UNLOCK_PI, WAKE_BITSET
      case 1, 5, 7, 10 -> WAKE;
      default -> NEITHER;
    };
  }
}
