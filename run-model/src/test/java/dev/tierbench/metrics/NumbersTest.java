package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource({"1.2345678, 1.23457", "-123456789, -123457000", "0, 0", "Infinity, Infinity"})
  void aValueIsKeptWithSixSignificantDigits(double value, double kept) {
    assertThat(Metric.rounded(value)).isEqualTo(Double.valueOf(kept));
  }

  @ParameterizedTest
  @CsvSource({"0.05, 95 %", "0.023, 97.7 %", "0.0025, 99.75 %", "0.0000012, 99.99988 %"})
  void anIntervalHoldsTheValueWithLessThanCertainty(double level, String text) {
    assertThat(Numbers.confidence(level)).isEqualTo(text);
  }

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
    assertThat(Numbers.span(seconds)).isEqualTo(text);
  }
}
