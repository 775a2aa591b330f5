package dev.tierbench.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CaptureResultTest {

  private static final Counts CPU = new Counts(Map.of(Counter.CPU_NS, 5L));

  private static ThreadRow thread(long tid, String name, ThreadState state) {
    return new ThreadRow(tid, name, "worker", state, CPU);
  }

  /** The hardware is counted in a window of its own, after the others. */
  @Test
  void hardwareCountsOfAReusedTidAreThoseOfTheThreadThatStillLives() {
    ThreadRow gone = thread(7, "first", ThreadState.EXITED);
    ThreadRow living = thread(7, "second", ThreadState.LIVE);
    ThreadRow uncounted = thread(8, "idle", ThreadState.LIVE);
    Map<Long, Counts> counts = Map.of(7L, new Counts(Map.of(Counter.CYCLES, 900L)));
    for (List<ThreadRow> rows :
        List.of(List.of(gone, living, uncounted), List.of(uncounted, living, gone))) {
      ThreadTable counted = CaptureResult.withHardware(new ThreadTable(rows), counts);
      assertThat(counted.rows())
          .allSatisfy(row -> {
            Optional<Long> expected =
                row.name().equals("second") ? Optional.of(900L) : Optional.empty();
            assertThat(row.get(Counter.CYCLES)).isEqualTo(expected);
            assertThat(row.get(Counter.CPU_NS)).contains(5L);
          });
    }
  }
}
