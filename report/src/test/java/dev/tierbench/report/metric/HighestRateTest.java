package dev.tierbench.report.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.stats.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class HighestRateTest {

  private static HighestRate rate(int without, Double... bounds) {
    return new HighestRate(
        "a", new Sample(List.of(100.0, 200.0, 300.0)), new Sample(List.of(bounds)), without);
  }

  @Test
  void theMedianIsALowerBoundWhenATrialUpToItIsOne() {
    assertThat(rate(0, 300.0).isLowerBound()).isFalse();
    assertThat(rate(0, 200.0).isLowerBound()).isTrue();
    assertThat(rate(0, 100.0, 300.0).isLowerBound()).isTrue();
  }

  @Test
  void onlyRatesThatEveryTrialFoundAreExact() {
    assertThat(rate(0).isExact()).isTrue();
    assertThat(rate(1).isExact()).isFalse();
    assertThat(rate(0, 300.0).isExact()).isFalse();
    assertThat(rate(2).trials()).isEqualTo(5);
  }
}
