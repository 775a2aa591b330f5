package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Worked out by hand: 2 (2.8 x sqrt(pi / 2) x deviation / margin)^2 trials, at a threshold of 5 %.
 */
class TrialsNeededTest {

  /** Three trials whose logarithms have that standard deviation. */
  private static Sample around(double median, double deviation) {
    return Sample.of(
        DoubleStream.of(-deviation, 0, deviation).map(log -> median * Math.exp(log)).boxed());
  }

  @ParameterizedTest
  @CsvSource({
    "110, 0.05, 0.05, 29",
    "90.9091, 0.05, 0.05, 29",
    "110, 0.1, 0.1, 114",
    "110, 0.05, 0.1, 72",
    "106, 0.05, 0.05, 686",
    "101, 0.05, 0.05, 41",
    "105.1, 0.05, 0.05, 1000",
  })
  void theyFollowFromTheScatterAndTheDistanceToTheThreshold(
      double median, double ofFirst, double ofSecond, int trials) {
    assertThat(TrialsNeeded.of(around(100, ofFirst), around(median, ofSecond), 0.05))
        .contains(trials);
  }

  @Test
  void theyAreMoreThanThereAreAndEnoughForRanksWhereTrialsAreIdentical() {
    assertThat(TrialsNeeded.of(around(100, 0.001), around(110, 0.001), 0.05)).contains(4);
    Sample two = SmallSamplesTest.sample(100, 100.1);
    Sample identical = SmallSamplesTest.sample(110, 110);
    assertThat(TrialsNeeded.of(two, SmallSamplesTest.sample(110, 110.1), 0.05)).contains(3);
    assertThat(TrialsNeeded.of(two, identical, 0.05)).contains(PValues.RANKS);
    assertThat(TrialsNeeded.of(identical, two, 0.05)).contains(PValues.RANKS);
  }

  @Test
  void oneTrialOrAZeroTellsNothing() {
    Sample three = around(100, 0.05);
    assertThat(TrialsNeeded.of(three, SmallSamplesTest.sample(110), 0.05)).isEmpty();
    assertThat(TrialsNeeded.of(SmallSamplesTest.sample(0, 1, 2), three, 0.05)).isEmpty();
    assertThat(TrialsNeeded.of(three, SmallSamplesTest.sample(0, 1, 2), 0.05)).isEmpty();
  }
}
