package dev.tierbench.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {

  @ParameterizedTest
  @ValueSource(doubles = {1, 20, 500, 700})
  void oneValueAloneHasAPlace(double value) {
    assertThat(Scale.logarithmic(value, value, 0, 100).at(value)).isBetween(0.0, 100.0);
  }
}
