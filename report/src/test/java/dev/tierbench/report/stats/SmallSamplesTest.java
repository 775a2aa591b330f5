package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.Better;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SmallSamplesTest {

  @Test
  void theMedianIsTheFigureOfATrialAndOfTwoTheLower() {
    assertThat(sample(3, 1, 2).median()).isEqualTo(2);
    assertThat(sample(4, 1, 3, 2).median()).isEqualTo(2);
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
    assertThat(result.trialsNeeded().orElseThrow()).isGreaterThan(3);
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
