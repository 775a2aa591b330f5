package dev.tierbench.harness.http.trial;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.run.Workload;

/**
 * Work whose statements only wait, each with a connection from a pool: the size of the pool, and
 * not the server, decides how many requests are answered.
 *
 * @param pool its connections
 */
record PooledWork(Workload work, int pool) {

  /** Statements a second that a fresh JVM warms up on: 150 that wait at a time, 50 ms each. */
  private static final int WARMING = 3_000;

  /**
   * The same work with waits so short that the pool lets enough through for the compilers, and no
   * more, so that a server below saturation stays there.
   */
  Workload shortened() {
    long enough = (long) Math.ceil(pool * MILLIS_PER_SECOND / WARMING);
    return enough < millis() ? work.sleeping(enough + "ms") : work;
  }

  /** Requests a second that the pool lets through. */
  double throughput() {
    return pool * MILLIS_PER_SECOND / (millis() * work.calls());
  }

  private long millis() {
    return work.sleepMillis().orElseThrow();
  }
}
