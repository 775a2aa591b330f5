package dev.tierbench.observer.host.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.VictimProcess;
import dev.tierbench.observer.host.SystemFiles;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A real JVM that allocates a known volume. */
@Tag("process")
class KnownAllocationTest {

  private static final int BLOCK = 1024;

  /** With many threads, and buffers of a few KiB for each, and with few. */
  @ParameterizedTest
  @CsvSource({"4,400000,512m,1000", "400,4000,512m,1000", "4,200000,128m,1000"})
  void theAllocationOfG1IsFoundWithinAFewPercent(int threads, long blocks, String heap, long millis)
      throws Exception {
    List<String> options = List.of("-XX:+UseG1GC", "-Xms" + heap, "-Xmx" + heap, "-Xss256k");
    try (VictimProcess victim =
            VictimProcess.startWith(
                options,
                "Allocator",
                String.valueOf(threads),
                String.valueOf(blocks),
                String.valueOf(millis));
        HeapWatch watch = HeapWatch.of(SystemFiles.REAL, victim.pid()).orElseThrow()) {
      HeapWatch.Reading before = watch.read().orElseThrow();
      victim.work();
      HeapWatch.Reading after = watch.read().orElseThrow();
      long allocated = after.allocatedBytes().orElseThrow() - before.allocatedBytes().orElseThrow();
      assertThat(after.missed() - before.missed()).isZero();
      assertThat(after.collections()).isGreaterThan(before.collections());
      assertThat(after.pauseNs()).isGreaterThan(before.pauseNs());
      assertThat(allocated / (double) (threads * blocks * BLOCK)).isBetween(0.9, 1.1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Serial", "Parallel"})
  void othersCountTheirPausesAndWhatTheyLeave(String collector) throws Exception {
    try (VictimProcess victim =
            VictimProcess.startWith(
                List.of("-XX:+Use" + collector + "GC", "-Xmx64m"),
                "Allocator",
                "2",
                "100000",
                "0");
        HeapWatch watch = HeapWatch.of(SystemFiles.REAL, victim.pid()).orElseThrow()) {
      victim.work();
      HeapWatch.Reading after = watch.read().orElseThrow();
      assertThat(after.allocatedBytes()).isEmpty();
      assertThat(after.pauses()).isPositive();
      assertThat(after.pauseNs()).isPositive();
      assertThat(after.keptBytes()).isBetween(100_000L, 60_000_000L);
    }
  }

  @Test
  void aJvmWithoutCountersIsNotWatched() throws Exception {
    try (VictimProcess victim =
        VictimProcess.startWith(List.of("-XX:-UsePerfData"), "Allocator", "1", "1", "0")) {
      assertThat(HeapWatch.of(SystemFiles.REAL, victim.pid())).isEmpty();
    }
  }
}
