package dev.tierbench.rules.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputsTest {

  @Test
  void wavesOfRequestsThatWaitTogetherAreNoTrend() {
    // 500 connections that all wait 2 s.
    List<Long> waves = List.of(10L, 490L, 20L, 480L, 5L, 495L, 490L, 10L);
    assertThat(Collapse.of(waves, 20)).isPresent();
    Throughputs whole = Throughputs.of(waves, 2.001);
    assertThat(whole.seconds()).isEqualTo(2);
    assertThat(whole.values()).hasToString("[250.0, 250.0, 250.0, 250.0]");
  }

  @Test
  void whatIsLeftAfterTheLastWholeServiceTimeIsNotJudged() {
    assertThat(Throughputs.of(List.of(1L, 3L, 5L), 2).values()).hasToString("[2.0]");
  }

  @Test
  void serviceTimesOfLessThanASecondAndAHalfChangeNothing() {
    List<Long> seconds = List.of(400L, 401L);
    assertThat(Throughputs.of(seconds, 1.2)).isEqualTo(Throughputs.each(seconds));
  }
}
