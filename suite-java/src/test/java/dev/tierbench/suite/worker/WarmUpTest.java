package dev.tierbench.suite.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerWarmerTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void endsWhenTwoNeighboursAgreeAndTheJitIsIdle() {
    WarmUp warmUp = new WarmUp(100);
    warmUp.add(SECOND, 500);
    warmUp.add(SECOND + SECOND / 50, 500);
    assertThat(warmUp.over()).as("still compiling").isFalse();
    warmUp.add(SECOND, 1);
    assertThat(warmUp.over()).isTrue();
  }

  @Test
  void goesOnWhileRunsGetFaster() {
    WarmUp warmUp = new WarmUp(100);
    warmUp.add(2 * SECOND, 0);
    warmUp.add(SECOND, 0);
    assertThat(warmUp.over()).isFalse();
  }

  @Test
  void aColdRunLongerThanTheLimitIsTheWholeWarmUp() {
    WarmUp warmUp = new WarmUp(2);
    warmUp.add(5 * SECOND, 300);
    assertThat(warmUp.over()).isTrue();
  }
}
