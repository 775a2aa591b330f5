package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expected bounds of five looks are those published for the O'Brien-Fleming type spending function
 * at a two-sided error of 5 %: 4.877, 3.357, 2.680, 2.290 and 2.031 (Lan and DeMets; also those of
 * gsDesign's sfLDOF).
 */
class GroupSequentialTest {

  private static double bound(GroupSequential looks, int look) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability(looks.level(look) / 2);
  }

  @ParameterizedTest
  @CsvSource({"1, 4.877", "2, 3.357", "3, 2.680", "4, 2.290", "5, 2.031"})
  void boundsOfFiveLooksAreThePublishedOnes(int look, double expected) {
    assertThat(bound(GroupSequential.of(1, 5, DifferenceTest.ALPHA), look))
        .isCloseTo(expected, within(1e-3));
  }

  @Test
  void oneLookHasAllOfTheError() {
    assertThat(GroupSequential.of(1, 1, DifferenceTest.ALPHA).level(1))
        .isCloseTo(0.05, within(1e-9));
    assertThat(GroupSequential.of(2, 2, DifferenceTest.ALPHA).level(2))
        .isCloseTo(0.05, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"2", "3", "10", "30", "100"})
  void levelsRiseAndStayBelowThatOfOneLook(int most) {
    GroupSequential looks = GroupSequential.of(2, most, DifferenceTest.ALPHA);
    assertThat(IntStream.rangeClosed(2, most).mapToObj(looks::level))
        .isSorted()
        .allMatch(level -> level > 0 && level <= 0.05 + 1e-9);
    assertThat(looks.level(1)).isEqualTo(looks.level(2));
    assertThat(looks.level(most + 5)).isEqualTo(looks.level(most));
  }
}
