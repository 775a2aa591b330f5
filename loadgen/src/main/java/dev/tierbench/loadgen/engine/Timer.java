package dev.tierbench.loadgen.engine;

/** Runs a task on the loop at an instant, or as soon after it as the loop can. */
@FunctionalInterface
interface Timer {
  void at(long nanos, Runnable task);
}
