package dev.tierbench.contract;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Limits that tell a server that hangs from one that is slow: far beyond a pause of seconds on a
 * busy host, and without the pauses of the verifier itself.
 */
public final class Patience {

  /**
   * How much later than its own time-out a server may answer, and the longest wait for an event.
   */
  public static final Duration LONGEST = Duration.ofSeconds(20);

  private static final Duration POLL = Duration.ofMillis(2);

  private Patience() {}

  /** Waits until the condition holds; fails when it does not within {@link #LONGEST}. */
  public static void await(String what, BooleanSupplier condition) throws InterruptedException {
    Expect.that(holdsWithin(LONGEST, POLL, condition), "gave up waiting for: %s", what);
  }

  /** Whether the condition comes to hold within that time, of which pauses are no part. */
  public static boolean holdsWithin(Duration limit, Duration poll, BooleanSupplier condition)
      throws InterruptedException {
    AwakeClock clock = AwakeClock.shared();
    long deadline = clock.nanos() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (clock.nanos() - deadline >= 0) {
        return false;
      }
      Thread.sleep(poll);
    }
    return true;
  }
}
