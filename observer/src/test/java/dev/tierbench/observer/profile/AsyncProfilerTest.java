package dev.tierbench.observer.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class AsyncProfilerTest {

  /** As the JVM does: at distances that are distributed exponentially. */
  private static long sampled(long objectBytes, int objects) {
    Random random = new Random(1);
    double next = -Math.log(1 - random.nextDouble()) * AsyncProfiler.ALLOCATION_INTERVAL;
    long sum = 0;
    for (int i = 0; i < objects; i++) {
      if (next <= objectBytes) {
        sum += AsyncProfiler.allocated(objectBytes);
        next = -Math.log(1 - random.nextDouble()) * AsyncProfiler.ALLOCATION_INTERVAL;
      } else {
        next -= objectBytes;
      }
    }
    return sum;
  }

  /** As async-profiler does: when the waits since the last sample add up to 10 µs. */
  @Test
  void samplesOfWaitsOfAnyLengthAddUpToWhatWasWaited() {
    for (long nanos : new long[] {500, 3_000, 10_000, 250_000}) {
      long since = 0;
      long sum = 0;
      int waits = 100_000;
      for (int i = 0; i < waits; i++) {
        since += nanos;
        if (since >= 10_000) {
          since %= 10_000;
          sum += AsyncProfiler.waited(nanos);
        }
      }
      assertThat(sum / (double) (waits * nanos)).as(nanos + " ns").isBetween(0.99, 1.01);
    }
  }

  @Test
  void samplesOfObjectsOfAnySizeAddUpToWhatWasAllocated() {
    for (long bytes : new long[] {64, 8_192, 65_536, 1_000_000}) {
      int objects = (int) Math.min(100_000_000, 32_000_000_000L / bytes);
      double share = sampled(bytes, objects) / (double) (bytes * objects);
      assertThat(share).as(bytes + " bytes").isBetween(0.97, 1.03);
    }
  }
}
