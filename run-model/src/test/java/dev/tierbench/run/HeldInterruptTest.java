package dev.tierbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldInterruptTest {

  @AfterEach
  void clear() {
    boolean unused = Thread.interrupted();
  }

  @Test
  void anInterruptIsNotPendingUntilItIsReleased() {
    Thread.currentThread().interrupt();
    HeldInterrupt held = new HeldInterrupt();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    held.release();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void oneThatCameMeanwhileIsReleasedAndNoneIsMade() {
    HeldInterrupt none = new HeldInterrupt();
    none.release();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    HeldInterrupt held = new HeldInterrupt();
    held.again();
    held.release();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }
}
