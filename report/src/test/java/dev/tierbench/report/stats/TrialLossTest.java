package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialLossTest {

  @ParameterizedTest
  @CsvSource({
    "5, 5, 5, 5, false",
    "5, 5, 4, 5, false",
    "5, 5, 3, 5, false", // P = 10/45
    "5, 5, 2, 5, true", // more than half
    "2, 2, 1, 2, false", // just half
    "3, 3, 1, 3, true",
    "3, 3, 0, 3, true",
    "10, 10, 7, 10, false", // P = 0.105
    "10, 10, 6, 10, true", // P = 0.043
    "2, 4, 1, 4, false", // A lost as much
    "1, 4, 4, 4, false",
    "0, 3, 0, 3, false"
  })
  void aSideLosesWhenItKeepsFewerThanChanceOrThanHalf(
      int validA, int triedA, int validB, int triedB, boolean lost) {
    assertThat(TrialLoss.isLoss(validA, triedA, validB, triedB)).isEqualTo(lost);
  }
}
