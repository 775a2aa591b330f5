package dev.tierbench.contract;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A clock that stands still while this process does, because it was stopped or got no CPU: a limit
 * that is measured with it is not used up by a pause of the verifier itself. Thread-safe.
 */
public final class AwakeClock {
  private static final Duration STEP = Duration.ofMillis(10);

  /** Lateness of a step from which on it is a pause, and not the scheduler's usual delay. */
  private static final Duration LEAST_PAUSE = Duration.ofMillis(100);

  private static final AwakeClock SHARED = ticking();

  private final LongSupplier nanoTime;
  private long lastNanos;
  private long pausedNanos;

  AwakeClock(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong();
  }

  /** The clock of this process. */
  public static AwakeClock shared() {
    return SHARED;
  }

  private static AwakeClock ticking() {
    AwakeClock clock = new AwakeClock(System::nanoTime);
    Thread.ofPlatform().name("awake-clock").daemon().start(() -> tick(clock));
    return clock;
  }

  private static void tick(AwakeClock clock) {
    try {
      while (true) {
        Thread.sleep(STEP);
        clock.notice();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads the time; the ticking thread calls it often, so that a long gap is a pause. */
  synchronized void notice() {
    long now = nanoTime.getAsLong();
    long gap = now - lastNanos;
    if (gap > LEAST_PAUSE.plus(STEP).toNanos()) {
      pausedNanos += gap - STEP.toNanos();
    }
    lastNanos = now;
  }

  /** The time without the pauses, for differences only. */
  public synchronized long nanos() {
    notice();
    return lastNanos - pausedNanos;
  }

  /** The length of all pauses so far. */
  public synchronized Duration paused() {
    notice();
    return Duration.ofNanos(pausedNanos);
  }
}
