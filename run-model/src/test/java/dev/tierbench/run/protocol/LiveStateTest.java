package dev.tierbench.run.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.LatencySummary;
import org.junit.jupiter.api.Test;

class LiveStateTest {

  @Test
  void aSecondWithoutPercentilesHasNone() {
    LiveState.Requests requests =
        LiveState.Requests.of(LoadEvent.second(0, "measure", 0.5, 50, 1), 2);
    assertThat(requests.throughputRps()).contains(100.0);
    assertThat(requests.p50Ms()).isEmpty();
    assertThat(requests.p99Ms()).isEmpty();
    assertThat(RunJson.toJsonLine(requests)).contains("\"p99_ms\":null", "\"generators\":2");
  }

  @Test
  void anEventKeepsItsPercentilesOnTheWay() {
    org.HdrHistogram.Histogram nanos = new org.HdrHistogram.Histogram(3);
    nanos.recordValueWithCount(2_000_000, 100);
    LoadEvent event =
        LoadEvent.second(0, "measure", 1, 100, 0).withLatency(LatencySummary.ofNanos(nanos));
    LoadEvent read = RunJson.parse(RunJson.toJsonLine(event), LoadEvent.class);
    assertThat(read).isEqualTo(event);
    assertThat(LiveState.Requests.of(read, 1).p50Ms().orElseThrow()).isBetween(1.99, 2.01);
    assertThat(read.p99Us()).isEmpty();
  }
}
