package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpansTest {

  @ParameterizedTest
  @CsvSource({
    "0.134, 134 ms",
    "1, 1.0 s",
    "50, 50 s",
    "599, 599 s",
    "5000, 83 min",
    "50000, 13.9 h",
    "500000, 5.8 days"
  })
  void aSpanIsGivenInTheUnitThatPeopleUse(double seconds, String text) {
    assertThat(Spans.text(seconds)).isEqualTo(text);
  }
}
