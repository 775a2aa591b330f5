package dev.tierbench.harness.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Verdict;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** {@code scripts/test-live.sh} has an OpenMetrics parser read the same of a real sweep. */
class LiveMetricsTest {

  private final AtomicLong now = new AtomicLong();
  private final LiveBoard board = new LiveBoard(now::get);

  private List<String> samples() {
    return board.metrics().lines().filter(line -> !line.startsWith("#")).toList();
  }

  @Test
  void countersHaveTotalUnitsAreInTheNamesAndTheTextEnds() {
    board.beginsRun("a \"run\"", 100);
    board.second(LiveEvents.second(1));
    board.second(LiveEvents.second(2));
    board.judged(LiveEvents.result(Verdict.FAIL));
    assertThat(board.metrics()).endsWith("\n# EOF\n");
    String at = "phase=\"measure\",";
    assertThat(samples())
        .contains(
            "tierbench_run_info{run=\"a \\\"run\\\"\"} 1",
            "tierbench_run_planned_seconds 100.0",
            "tierbench_run_remaining_seconds 100.0",
            "tierbench_steps_total{verdict=\"fail\"} 1.0",
            "tierbench_steps_total{verdict=\"pass\"} 0.0",
            "tierbench_requests_total{result=\"ok\"} 100.0",
            "tierbench_requests_total{result=\"failed\"} 4.0",
            "tierbench_cpu_seconds_total{tier=\"server\"} 0.8")
        .anyMatch(line -> line.startsWith("tierbench_throughput_requests_per_second{" + at))
        .anyMatch(
            line -> line.startsWith("tierbench_latency_seconds{" + at) && line.endsWith("} 0.0505"))
        .anyMatch(line -> line.startsWith("tierbench_cpu_cores{" + at) && line.endsWith("} 0.8"));
  }

  @Test
  void aValueThatWasNotMeasuredHasNoSample() {
    board.second(LiveEvents.second(1));
    assertThat(samples())
        .noneMatch(line -> line.contains("quantile=\"0.99\""))
        .noneMatch(line -> line.contains("tier=\"echo\""));
  }

  @Test
  void anOldSecondIsNoLongerTold() {
    board.second(LiveEvents.second(1));
    now.addAndGet(TimeUnit.SECONDS.toNanos(6));
    assertThat(samples())
        .noneMatch(line -> line.contains("throughput") || line.contains("cpu_cores"))
        .anyMatch(line -> line.startsWith("tierbench_requests_total"));
  }

  @Test
  void theEndIsToldAndNothingIsLeftToDo() {
    board.beginsRun("run", 100);
    assertThat(samples()).contains("tierbench_ended 0.0");
    board.ends(0);
    assertThat(samples())
        .contains("tierbench_ended 1.0")
        .noneMatch(line -> line.contains("remaining"));
  }
}
