package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected figures are those of a numeric integration of Student's density. */
class ReachTest {

  /** Three trials whose logarithms have that standard deviation. */
  private static Sample around(double median, double deviation) {
    return Sample.of(
        DoubleStream.of(-deviation, 0, deviation).map(log -> median * Math.exp(log)).boxed());
  }

  private static PairedRounds rounds(double... logRatios) {
    List<Double> ones = Arrays.stream(logRatios).map(any -> 1).boxed().toList();
    return new PairedRounds(
        ones, Arrays.stream(logRatios).map(Math::exp).boxed().toList(), DifferenceTest.ALPHA);
  }

  /** Two of 2^5 rows of signs are all alike, which is more than the level allows. */
  @Test
  void roundsOfOneRatioTellNothingBeforeTheirSignsCan() {
    assertThat(ofOneRatio(5).pValue()).isGreaterThan(0.05);
    assertThat(ofOneRatio(6).pValue()).isLessThan(0.05);
    Reach three = Reach.of(ofOneRatio(3), 0.05);
    assertThat(three.leastTold()).isEmpty();
    assertThat(three.toDecide()).isEqualTo(6);
    assertThat(Reach.of(ofOneRatio(5), 0.05).leastTold()).isEmpty();
    assertThat(Reach.of(ofOneRatio(6), 0.05).leastTold()).contains(0.05);
  }

  private static PairedRounds ofOneRatio(int rounds) {
    return new PairedRounds(
        Collections.nCopies(rounds, 100.0), Collections.nCopies(rounds, 103.0), 0.05);
  }

  /** Other rows correct its p, so that a difference within reach by itself may not be told. */
  @Test
  void aDifferenceThatWasSeenAndNotToldIsNotSaidToBeWithinReach() {
    assertThat(Reach.of(rounds(0.08, 0.1, 0.12), 0.05).leastTold()).isEmpty();
    assertThat(Reach.of(around(1, 0.001), around(1.2, 0.001), 0.05).orElseThrow().leastTold())
        .isEmpty();
  }

  @Test
  void roundsThatDifferNeedEnoughToTellTheDifferenceSeen() {
    Reach reach = Reach.of(rounds(0.1, 0.2, 0.3), 0.05);
    assertThat(reach.leastTold().orElseThrow()).isCloseTo(0.3629, within(1e-3));
    assertThat(reach.toDecide()).isEqualTo(5);
  }

  @Test
  void roundsThatAreAlikeNeedEnoughToExcludeTheThreshold() {
    Reach reach = Reach.of(rounds(-0.02, 0, 0.02), 0.05);
    assertThat(reach.leastTold().orElseThrow()).isCloseTo(0.0639, within(1e-3));
    assertThat(reach.toDecide()).isEqualTo(4);
  }

  @Test
  void twoRoundsFarApartTellNothingAndALowerLevelTellsLess() {
    assertThat(Reach.of(rounds(-0.5, 0.5), 0.05).leastTold()).isEmpty();
    PairedRounds once = rounds(0.02, 0, -0.02, 0.01);
    PairedRounds again = new PairedRounds(once.a(), once.b(), 0.001);
    assertThat(Reach.of(again, 0.01).leastTold().orElseThrow())
        .isGreaterThan(Reach.of(once, 0.01).leastTold().orElseThrow());
  }

  /** t(1) 12.706 and t(3) 3.182 of two rounds, with about the same scatter of a ratio. */
  @Test
  void roundsWithAControlTellMore() {
    PairedRounds once = rounds(0.02, 0.08);
    PairedRounds twice =
        new PairedRounds(
            once.a(),
            List.of(Math.exp(0.05), Math.exp(0.05)),
            List.of(once.b().getFirst() * Math.exp(0.025), once.b().getLast() * Math.exp(0.025)),
            0.05);
    assertThat(twice.deviation()).isCloseTo(0.0430, within(1e-4));
    assertThat(Reach.of(once, 0.05).leastTold().orElseThrow()).isCloseTo(0.5257, within(1e-3));
    assertThat(Reach.of(twice, 0.05).leastTold().orElseThrow()).isCloseTo(0.1349, within(1e-3));
  }

  @Test
  void noDifferenceUnderTheThresholdIsTold() {
    assertThat(Reach.of(rounds(0.001, 0, -0.001, 0.0005), 0.05).leastTold().orElseThrow())
        .isCloseTo(0.0504, within(1e-4));
  }

  /** The least told is log 1.05 + t(9) 0.8834 x 0.03 / sqrt(10): one run in five sees less. */
  @Test
  void fourOfFiveRunsSeeMoreThanTheThresholdOfWhatIsTold() {
    Reach reach = Reach.of(tenRounds(1.04), 0.05);
    assertThat(reach.leastTold().orElseThrow()).isCloseTo(0.0588, within(1e-4));
  }

  @Test
  void aDifferenceJustBeyondTheThresholdNeedsEnoughToBeSeenBeyondIt() {
    assertThat(Reach.of(tenRounds(1.055), 0.05).toDecide()).isEqualTo(30);
  }

  @Test
  void alikeNeedsAnIntervalOfTheLevelInsideTheThreshold() {
    assertThat(Reach.of(tenRounds(1.04), 0.05).toDecide()).isEqualTo(106);
  }

  /** Ten rounds of that mean ratio, which scatters by 3 %. */
  static PairedRounds tenRounds(double ratio) {
    double apart = 0.03 * Math.sqrt(0.9);
    return rounds(
        IntStream.range(0, 10)
            .mapToDouble(round -> Math.log(ratio) + (round % 2 == 0 ? apart : -apart))
            .toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "110, 0.05, 0.05, 30, 0.2700",
    "90.9091, 0.05, 0.05, 30, 0.2700",
    "110, 0.1, 0.1, 115, 0.5360",
    "110, 0.05, 0.1, 73, 0.4184",
    "106, 0.05, 0.05, 688, 0.2700",
    "101, 0.05, 0.05, 42, 0.2700",
    "105.1, 0.05, 0.05, 1000, 0.2700",
  })
  void trialsFollowFromTheScatterAndTheDistanceToTheThreshold(
      double median, double ofFirst, double ofSecond, int trials, double told) {
    Reach reach = Reach.of(around(100, ofFirst), around(median, ofSecond), 0.05).orElseThrow();
    assertThat(reach.toDecide()).isEqualTo(trials);
    assertThat(reach.leastTold().orElseThrow()).isCloseTo(told, within(1e-3));
  }

  @Test
  void trialsAreMoreThanThereAreAndEnoughForRanksWhereTheyAreIdentical() {
    assertThat(decide(around(100, 0.001), around(110, 0.001))).isEqualTo(4);
    Sample two = SmallSamplesTest.sample(100, 100.1);
    Sample identical = SmallSamplesTest.sample(110, 110);
    assertThat(decide(two, SmallSamplesTest.sample(110, 110.1))).isEqualTo(3);
    assertThat(decide(two, identical)).isEqualTo(PValues.RANKS);
    assertThat(decide(identical, two)).isEqualTo(PValues.RANKS);
  }

  private static int decide(Sample a, Sample b) {
    return Reach.of(a, b, 0.05).orElseThrow().toDecide();
  }

  @Test
  void oneTrialOrAZeroTellsNothing() {
    Sample three = around(100, 0.05);
    assertThat(Reach.of(three, SmallSamplesTest.sample(110), 0.05)).isEmpty();
    assertThat(Reach.of(SmallSamplesTest.sample(0, 1, 2), three, 0.05)).isEmpty();
    assertThat(Reach.of(three, SmallSamplesTest.sample(0, 1, 2), 0.05)).isEmpty();
  }
}
