package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AwakeClockTest {

  private final AtomicLong now = new AtomicLong();
  private final AwakeClock clock = new AwakeClock(now::get);

  private void pass(int millis) {
    now.addAndGet(Duration.ofMillis(millis).toNanos());
    clock.notice();
  }

  @Test
  void timeThatIsNoticedStepByStepPasses() {
    long start = clock.nanos();
    for (int step = 0; step < 100; step++) {
      pass(10);
    }
    pass(90); // late, as the scheduler is now and then
    assertThat(clock.nanos() - start).isEqualTo(Duration.ofMillis(1_090).toNanos());
    assertThat(clock.paused()).isZero();
  }

  @Test
  void aStopOfThisProcessIsNoTimeAndIsKnown() {
    long start = clock.nanos();
    pass(10);
    pass(5_010);
    pass(10);
    assertThat(clock.nanos() - start).isEqualTo(Duration.ofMillis(30).toNanos());
    assertThat(clock.paused()).isEqualTo(Duration.ofSeconds(5));
  }
}
