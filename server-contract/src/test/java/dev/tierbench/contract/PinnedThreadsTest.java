package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PinnedThreadsTest {
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** Waits in a class initializer, which pins on every JDK; a monitor does so before JDK 24. */
  private static final class Pins {
    static final boolean DONE;

    static {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      DONE = true;
    }
  }

  @Test
  void aWaitThatPinsItsCarrierIsFound() throws Exception {
    assertThat(
            PinnedThreads.during(
                () -> Thread.ofVirtual().start(() -> assertThat(Pins.DONE).isTrue()).join(LONGEST)))
        .isNotEmpty();
  }
}
