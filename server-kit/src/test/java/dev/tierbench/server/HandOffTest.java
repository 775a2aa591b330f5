package dev.tierbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandOffTest {

  private static final int TIMES = 200;

  private static final int MOST_ROUNDS = 100;

  /**
   * This thread waits once for each, unless the helper was faster, as on a busy host it often is.
   */
  @Test
  void eachHandOffIsWaitedFor() {
    long before = waits();
    int handedOff = 0;
    while (waits() - before < TIMES / 4 && handedOff < MOST_ROUNDS * TIMES) {
      HandOff.run(TIMES);
      handedOff += TIMES;
    }
    assertThat(waits() - before).isBetween(TIMES / 4L, 2L * handedOff);
  }

  private static long waits() {
    ThreadInfo own =
        ManagementFactory.getThreadMXBean().getThreadInfo(Thread.currentThread().threadId());
    return own.getWaitedCount();
  }

  @Test
  void aRequestAsksForThem() {
    assertThat(Workload.of("handoffs=8").handOffs()).isEqualTo(8);
    assertThat(Workload.of("cpu=200us&handoffs=2").cpuMicros()).isEqualTo(200);
    assertThat(Workload.of("handoffs=2").answer("echo")).isEqualTo("echo");
  }

  @ParameterizedTest
  @ValueSource(strings = {"handoffs=", "handoffs=-1", "handoffs=65", "handoffs=2k"})
  void otherNumbersAreRefused(String query) {
    assertThatThrownBy(() -> Workload.of(query))
        .isInstanceOf(Workload.Invalid.class)
        .hasMessageContaining("handoffs=0..64");
  }
}
