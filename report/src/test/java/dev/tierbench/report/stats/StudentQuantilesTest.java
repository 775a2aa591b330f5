package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentQuantilesTest {

  @ParameterizedTest
  @CsvSource({"10, 0.025, 2.228", "1, 0.025, 12.706", "10, 0.1, 1.372", "120, 0.005, 2.617"})
  void agreeWithThePublishedTable(int freedom, double probability, double value) {
    for (int again = 0; again < 2; again++) {
      assertThat(StudentQuantiles.exceededWith(probability, freedom))
          .isCloseTo(value, within(0.0005));
    }
  }
}
