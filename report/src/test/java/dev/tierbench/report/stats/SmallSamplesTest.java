package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.Better;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SmallSamplesTest {

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
    assertThat(sample(3, 1, 2).median()).isEqualTo(2);
    assertThat(sample(18, 1, 8, 2).median()).isCloseTo(4, within(1e-12));
    assertThat(sample(0, 3).median()).isEqualTo(1.5);
  }

  @Test
  void theRatioIsThatOfTheMediansThatArePrinted() {
    Sample a = sample(100, 104, 96, 110);
    Sample b = sample(120, 121, 130);
    assertThat(test(a, b).ratio()).contains(b.median() / a.median());
    assertThat(test(b, a).ratio().orElseThrow())
        .isCloseTo(1 / test(a, b).ratio().orElseThrow(), within(1e-12));
  }

  /** Of 4 trials P(both in the middle are the least) = P(Bin(4, 1/4) >= 3) = 0.051. */
  @Test
  void theIntervalOfFourTrialsIsFromTheLeastToTheMostAndThatOfTheirRatioIsNot() {
    Sample four = sample(100, 110, 120, 130);
    assertThat(BootstrapMedian.interval(four)).contains(new Interval(100, 130));
    Interval ratio = BootstrapMedian.ratio(four, four).orElseThrow();
    assertThat(ratio.low()).isGreaterThan(100.0 / 130).isCloseTo(1 / ratio.high(), within(1e-9));
  }

  @Test
  void theIntervalOfARatioOfThreeTrialsASideIsFromTheLeastToTheMost() {
    for (Sample b : List.of(sample(100, 110), sample(100, 105, 110))) {
      Interval ratio = BootstrapMedian.ratio(sample(100, 120, 130), b).orElseThrow();
      assertThat(ratio.low()).isCloseTo(100.0 / 130, within(1e-12));
      assertThat(ratio.high()).isCloseTo(1.1, within(1e-12));
    }
  }

  /** Drawn, with the same statistic: the closed form is not another interval. */
  @Test
  void theIntervalIsThatOfTheResampledMedianOfAnEvenNumber() {
    Sample six = sample(100, 103, 104, 109, 113, 128);
    Random random = new Random(1);
    double[] medians =
        IntStream.range(0, 200_000)
            .mapToDouble(draw ->
                new Sample(random.ints(6, 0, 6).mapToObj(i -> six.values().get(i)).toList())
                    .median())
            .sorted()
            .toArray();
    Interval interval = BootstrapMedian.interval(six).orElseThrow();
    assertThat(interval.low()).isCloseTo(medians[5_000], within(1e-3));
    assertThat(interval.high()).isCloseTo(medians[195_000], within(1e-3));
  }

  @Test
  void identicalTrialsAreNoSurerThanAPermutationOfThemCouldBe() {
    assertThat(welch(sample(51, 51), sample(54, 54))).isCloseTo(1.0 / 3, within(1e-9));
    assertThat(welch(sample(51, 51, 51), sample(54, 54, 54))).isCloseTo(0.1, within(1e-9));
    assertThat(welch(sample(51, 51, 51), sample(54, 54, 55))).isCloseTo(0.1, within(1e-9));
    assertThat(welch(sample(0, 0, 0, 0), sample(3, 3.1, 2.9, 3))).isCloseTo(2.0 / 70, within(1e-9));
    assertThat(welch(sample(51, 51), sample(51, 51))).isEqualTo(1);
    assertThat(test(sample(51, 51, 51), sample(54, 54, 54)).conclusion())
        .isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(test(sample(51, 51), sample(54, 54)).reach().map(Reach::toDecide)).contains(4);
  }

  private static double welch(Sample a, Sample b) {
    return PValues.of(a, b).welch().orElseThrow();
  }

  @Test
  void oneTrialHasNoInterval() {
    assertThat(BootstrapMedian.interval(sample(5))).isEmpty();
    assertThat(BootstrapMedian.ratio(sample(5), sample(5, 6))).isEmpty();
  }

  @Test
  void theIntervalOfThreeTrialsIsFromTheLeastToTheMost() {
    assertThat(BootstrapMedian.interval(sample(1, 2, 3))).contains(new Interval(1, 3));
  }

  /** Of 5 trials P(median is the least) = P(Bin(5, 1/5) >= 3) = 0.058, above the tail of 0.025. */
  @Test
  void theIntervalFollowsTheExactDistributionOfTheResampledMedian() {
    assertThat(BootstrapMedian.interval(sample(1, 2, 3, 4, 5))).contains(new Interval(1, 5));
    // Of 9, P(median is the least) = 0.0014 and P(at most the second) = 0.029.
    assertThat(BootstrapMedian.interval(sample(1, 2, 3, 4, 5, 6, 7, 8, 9)))
        .contains(new Interval(2, 8));
  }

  @Test
  void aRatioOfEqualSamplesHoldsOne() {
    Interval ratio = BootstrapMedian.ratio(sample(9, 10, 11), sample(9, 10, 11)).orElseThrow();
    assertThat(ratio.low()).isLessThan(1);
    assertThat(ratio.high()).isGreaterThan(1);
  }

  @Test
  void pValuesAreCorrectedByTheirRank() {
    double[] adjusted = BenjaminiHochberg.adjust(List.of(0.01, 0.04, 0.03, 0.005));
    assertThat(adjusted).containsExactly(new double[] {0.02, 0.04, 0.04, 0.02}, within(1e-12));
  }

  @Test
  void identicalRowsDoNotWeighOnTheOthers() {
    double[] adjusted = BenjaminiHochberg.adjust(List.of(1.0, 0.01, 1.0, 0.04, 1.0));
    assertThat(adjusted).containsExactly(new double[] {1, 0.02, 1, 0.04, 1}, within(1e-12));
    assertThat(Holm.adjusted(0.01, List.of(1.0, 0.01, 0.04))).isCloseTo(0.02, within(1e-12));
  }

  @Test
  void oneTrialASideGetsNoVerdict() {
    assertThat(test(sample(100), sample(200)).conclusion()).isEqualTo(Conclusion.ONE_TRIAL);
    assertThat(test(sample(100), sample(200)).ratio()).contains(2.0);
  }

  @Test
  void aMissingSideIsNotMeasuredAndNotZero() {
    DifferenceResult result = test(sample(100, 101), sample());
    assertThat(result.conclusion()).isEqualTo(Conclusion.NOT_MEASURED);
    assertThat(result.ratio()).isEmpty();
  }

  @Test
  void aClearRiseOfALatencyIsWorseAndOfAThroughputBetter() {
    Sample before = sample(100, 101, 99, 100.5, 99.5);
    Sample after = sample(120, 121, 119, 120.5, 119.5);
    assertThat(test(before, after, Better.LOWER).conclusion()).isEqualTo(Conclusion.WORSE);
    assertThat(test(before, after, Better.HIGHER).conclusion()).isEqualTo(Conclusion.BETTER);
    assertThat(test(after, before, Better.LOWER).conclusion()).isEqualTo(Conclusion.BETTER);
  }

  @Test
  void aDifferenceInsideTheThresholdIsEquivalentHoweverSure() {
    DifferenceResult result =
        test(sample(100, 100.1, 99.9, 100, 100), sample(102, 102.1, 101.9, 102, 102));
    assertThat(result.pValues().welch().orElseThrow()).isLessThan(0.001);
    assertThat(result.conclusion()).isEqualTo(Conclusion.EQUIVALENT);
  }

  @Test
  void twoTrialsThatHappenToAgreeAreNotEquivalent() {
    assertThat(test(sample(100, 104), sample(100, 104)).conclusion())
        .isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(test(sample(100, 100.1), sample(100, 100.1)).conclusion())
        .isEqualTo(Conclusion.EQUIVALENT);
  }

  @Test
  void scatterIsInconclusiveAndSaysHowManyTrialsWouldDecide() {
    DifferenceResult result = test(sample(80, 100, 130), sample(90, 110, 140));
    assertThat(result.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(result.reach().orElseThrow().toDecide()).isGreaterThan(3);
  }

  @Test
  void callsThatOnlyOneSideMakesAreADifferenceWithoutARatio() {
    DifferenceResult result = test(sample(0, 0, 0, 0), sample(3, 3.1, 2.9, 3));
    assertThat(result.conclusion()).isEqualTo(Conclusion.WORSE);
    assertThat(result.ratio()).isEmpty();
    assertThat(result.interval()).isEmpty();
  }

  @Test
  void figuresUpToTheNegligibleAreEquivalentWhateverTheirRatio() {
    SamplePair pair =
        new SamplePair(sample(0.001, 0.001), sample(0.009, 0.009), Better.LOWER, 0.01);
    assertThat(new DifferenceTest(0.05).test(List.of(pair)).getFirst().conclusion())
        .isEqualTo(Conclusion.EQUIVALENT);
  }

  @Test
  void ranksAreTestedFromFourTrialsOn() {
    assertThat(PValues.of(sample(1, 2, 3), sample(4, 5, 6)).mannWhitney()).isEmpty();
    Optional<Double> p = PValues.of(sample(1, 2, 3, 4), sample(5, 6, 7, 8)).mannWhitney();
    assertThat(p.orElseThrow()).isCloseTo(2.0 / 70, within(1e-9));
  }

  @Test
  void identicalTrialsAreEquivalentUpToTheThreshold() {
    Sample hundred = sample(100, 100, 100, 100);
    assertThat(test(hundred, sample(104, 104, 104, 104)).conclusion())
        .isEqualTo(Conclusion.EQUIVALENT);
    assertThat(test(hundred, sample(96, 96, 96, 96)).conclusion()).isEqualTo(Conclusion.EQUIVALENT);
    assertThat(test(hundred, sample(106, 106, 106, 106)).conclusion()).isEqualTo(Conclusion.WORSE);
  }

  /** Without a ratio every trial has to be beyond the threshold of every other. */
  @Test
  void aSideWithAZeroDiffersOnlyWhenAllOfItIsBelowTheOther() {
    Sample holdsZero = sample(0, 40, 50, 60, 100);
    assertThat(test(holdsZero, sample(106, 300, 310, 320, 330), Better.LOWER).conclusion())
        .isEqualTo(Conclusion.WORSE);
    assertThat(test(holdsZero, sample(106, 300, 310, 320, 330), Better.HIGHER).conclusion())
        .isEqualTo(Conclusion.BETTER);
    assertThat(test(holdsZero, sample(104, 300, 310, 320, 330)).conclusion())
        .isEqualTo(Conclusion.INCONCLUSIVE);
  }

  private static DifferenceResult test(Sample a, Sample b) {
    return test(a, b, Better.LOWER);
  }

  private static DifferenceResult test(Sample a, Sample b, Better better) {
    return new DifferenceTest(0.05).test(List.of(new SamplePair(a, b, better, 0))).getFirst();
  }

  static Sample sample(double... values) {
    return new Sample(Arrays.stream(values).boxed().toList());
  }
}
