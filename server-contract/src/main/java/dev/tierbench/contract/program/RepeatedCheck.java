package dev.tierbench.contract.program;

import dev.tierbench.contract.AwakeClock;
import dev.tierbench.contract.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A check that is repeated when it fails: a server is refused for what it does again, and what it
 * does once is reported beside the result of the repetition.
 *
 * @param mostFailures from which on the server does not pass: 2, or 1 for no repetition
 * @param freshen brings server and stub back to their first state
 */
record RepeatedCheck(AwakeClock clock, int mostFailures, Freshen freshen) {

  /** Attempts in all, however often the verifier itself stood still within them. */
  private static final int MOST_ATTEMPTS = 4;

  /** Prepares a repetition. */
  @FunctionalInterface
  interface Freshen {
    void run() throws InterruptedException;
  }

  /**
   * Runs the check until it passes or has failed often enough. A failure while the verifier itself
   * stood still does not count towards that, up to the limit of attempts.
   */
  CheckResult run(Check check) throws InterruptedException {
    long start = System.nanoTime();
    List<String> failures = new ArrayList<>();
    int counted = 0;
    while (true) {
      Duration before = clock.paused();
      Optional<String> failure = CheckResult.failure(check.body());
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      if (failure.isEmpty()) {
        return new CheckResult(check.name(), failure, failures, took);
      }
      Duration paused = clock.paused().minus(before);
      String reason = failure.get() + during(paused);
      counted += paused.isZero() || mostFailures == 1 ? 1 : 0;
      if (counted == mostFailures || failures.size() + 1 == MOST_ATTEMPTS) {
        return new CheckResult(check.name(), Optional.of(reason), failures, took);
      }
      failures.add(reason);
      freshen.run();
    }
  }

  private static String during(Duration paused) {
    return paused.isZero()
        ? ""
        : " (the verifier itself stood still for %d ms meanwhile)".formatted(paused.toMillis());
  }
}
