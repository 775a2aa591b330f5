package dev.tierbench.loadgen.engine;

/** A monotonic clock in nanoseconds. */
@FunctionalInterface
interface NanoClock {
  long nanoTime();
}
