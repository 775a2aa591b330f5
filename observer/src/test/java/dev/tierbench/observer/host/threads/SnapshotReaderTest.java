package dev.tierbench.observer.host.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.run.threads.Counter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** On this very JVM, which knows its own threads. */
class SnapshotReaderTest {

  private final long self = ProcessHandle.current().pid();

  private static List<ThreadSample> named(Snapshot snapshot, String prefix) {
    return snapshot.threads().values().stream()
        .filter(thread -> thread.comm().startsWith(prefix))
        .toList();
  }

  @Test
  void threadsThatComeAndGoAreSeenAsTheyAre() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (SnapshotReader reader = new SnapshotReader(TargetProcess.find(self), true)) {
      assertThat(named(reader.read(), "crowd-")).isEmpty();
      // Enough for several readers.
      List<Thread> crowd =
          IntStream.range(0, 600)
              .mapToObj(i -> Thread.ofPlatform().name("crowd-" + i).start(() -> await(end)))
              .toList();
      Snapshot full = reader.read();
      assertThat(named(full, "crowd-")).hasSize(600).doesNotHaveDuplicates();
      assertThat(named(full, "crowd-"))
          .allSatisfy(thread -> {
            assertThat(thread.counts().values())
                .containsKeys(
                    Counter.CPU_NS,
                    Counter.RUN_DELAY_NS,
                    Counter.CS_VOLUNTARY,
                    Counter.CS_INVOLUNTARY,
                    Counter.MINOR_FAULTS,
                    Counter.MAJOR_FAULTS);
            assertThat(thread.innerTid()).isEqualTo(thread.tid());
            assertThat(thread.startTicks()).isPositive();
          });
      end.countDown();
      for (Thread thread : crowd) {
        thread.join();
      }
      // A joined thread has yet to leave the kernel.
      Thread.sleep(200);
      assertThat(named(reader.read(), "crowd-")).isEmpty();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aKeptFileShowsTheCountsOfNowAndNotOfItsFirstReading() throws Exception {
    try (SnapshotReader reader = new SnapshotReader(TargetProcess.find(self), true)) {
      Snapshot first = reader.read();
      for (int i = 0; i < 50; i++) {
        Thread.sleep(1);
      }
      Snapshot second = reader.read();
      long switches =
          second.threads().values().stream()
              .filter(thread -> first.threads().containsKey(thread.tid()))
              .mapToLong(thread ->
                  thread
                      .counts()
                      .minus(first.threads().get(thread.tid()).counts())
                      .get(Counter.CS_VOLUNTARY)
                      .orElseThrow())
              .sum();
      assertThat(switches).isGreaterThanOrEqualTo(50);
    }
  }

  @Test
  void aThreadOfAProcessIsNotAProcess() throws Exception {
    try (SnapshotReader reader = new SnapshotReader(TargetProcess.find(self), true)) {
      long other =
          reader.read().threads().keySet().stream()
              .filter(tid -> tid != self)
              .findFirst()
              .orElseThrow();
      assertThatThrownBy(() -> TargetProcess.find(other))
          .isInstanceOf(CannotObserve.class)
          .hasMessageContaining("is a thread of process " + self);
    }
  }
}
