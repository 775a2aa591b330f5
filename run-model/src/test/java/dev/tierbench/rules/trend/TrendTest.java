package dev.tierbench.rules.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrendTest {

  /** The line through 1, 2, 4 has slope 1.5 and residuals 1/6, -1/3, 1/6: error sqrt(1/6 / 2). */
  @Test
  void theRiseAndItsErrorAreOfTheWholeWindowInPercentOfTheMean() {
    Trend trend = Trend.of(List.of(1, 2, 4)).orElseThrow();
    assertThat(trend.percent()).isCloseTo(1.5 * 3 / (7 / 3.0) * 100, within(1e-9));
    assertThat(trend.standardErrorPercent())
        .isCloseTo(Math.sqrt(1 / 12.0) * 3 / (7 / 3.0) * 100, within(1e-9));
  }

  /** Five points at p = 0.037; six at p = 0.031. */
  @Test
  void fewPointsNeedMoreThanFivePercent() {
    assertThat(Trend.of(List.of(100, 102, 101, 103, 104)).orElseThrow().significant()).isFalse();
    assertThat(Trend.of(List.of(100, 103, 101, 105, 104, 106)).orElseThrow().significant())
        .isTrue();
  }

  @Test
  void twoPointsOrNoWorkHaveNoTrend() {
    assertThat(Trend.of(List.of(1, 2))).isEmpty();
    assertThat(Trend.of(List.of(0, 0, 0))).isEmpty();
    assertThat(Trend.of(List.of(-1, -2, -3))).isEmpty();
  }
}
