package dev.tierbench.suite.executors;

import java.util.concurrent.locks.LockSupport;

/**
 * Parks for the whole time and returns the seed. A permit that an earlier unpark left would end the
 * one park of the study at once; waiting for the rest keeps the bound exact.
 */
record Wait(Nanos nanos) implements Action {

  @Override
  public long run(int seed) throws InterruptedException {
    long waitNanos = nanos.of(seed);
    long start = System.nanoTime();
    for (long left = waitNanos; left > 0; left = waitNanos - (System.nanoTime() - start)) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return seed;
  }

  @Override
  public long result(int seed) {
    return seed;
  }

  /** Nanoseconds of a seed. */
  @FunctionalInterface
  interface Nanos {
    long of(int seed);
  }
}
