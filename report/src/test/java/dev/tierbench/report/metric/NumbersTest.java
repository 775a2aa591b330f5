package dev.tierbench.report.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.000383 | 383 ns",
        "0.0125 | 12.5 µs",
        "1 | 1.00 ms",
        "50020 | 50,020 ms",
        "500000 | 500 s"
      })
  void aTimeStandsInAUnitThatFitsIt(double millis, String text) {
    assertThat(Numbers.duration(millis)).isEqualTo(text);
  }
}
