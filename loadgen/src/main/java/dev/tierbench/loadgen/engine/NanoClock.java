package dev.tierbench.loadgen;

/** A monotonic clock in nanoseconds. */
@FunctionalInterface
interface NanoClock {
  long nanoTime();
}
