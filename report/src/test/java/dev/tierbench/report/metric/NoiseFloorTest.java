package dev.tierbench.report.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NoiseFloorTest {

  @Test
  void theFloorIsTheSameWhicheverNameIsAhead() {
    assertThat(NoiseFloor.apart(8_000, 10_000).orElseThrow()).isCloseTo(0.25, within(1e-9));
    assertThat(NoiseFloor.apart(10_000, 8_000).orElseThrow()).isCloseTo(0.25, within(1e-9));
    assertThat(NoiseFloor.apart(0, 5)).isEmpty();
  }
}
