package dev.tierbench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

/** By the clock of the thread, which stands still while others run. */
class CpuWorkTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Test
  void theWorkIsAsLongAsAskedFor() {
    CpuWork.run(1_000);
    assertThat(cpuMicros(50_000)).isBetween(25_000.0, 150_000.0);
  }

  @Test
  void tenTimesTheTimeIsTenTimesTheWork() {
    CpuWork.run(1_000);
    assertThat(cpuMicros(100_000) / cpuMicros(10_000)).isBetween(5.0, 20.0);
  }

  private static double cpuMicros(int micros) {
    long before = THREADS.getCurrentThreadCpuTime();
    CpuWork.run(micros);
    return (THREADS.getCurrentThreadCpuTime() - before) / 1e3;
  }
}
