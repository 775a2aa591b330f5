package dev.tierbench.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {

  @ParameterizedTest
  @ValueSource(doubles = {1, 20, 500, 700})
  void oneValueAloneHasAPlace(double value) {
    assertThat(Scale.logarithmic(value, value, 0, 100).at(value)).isBetween(0.0, 100.0);
  }

  @Test
  void aWideLogarithmHasATickForEachPowerOfTenAndANarrowOneMore() {
    assertThat(Scale.logarithmic(1, 1_000_000, 0, 100).ticks())
        .containsExactly(1.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0, 1_000_000.0);
    assertThat(Scale.logarithmic(1, 100, 0, 100).ticks()).contains(2.0, 5.0, 20.0);
  }
}
