package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
    assertThat(judge(sample(100), sample(200)).finding()).isEqualTo(Finding.ONE_TRIAL);
    assertThat(judge(sample(100), sample(200)).ratio()).contains(2.0);
  }

  @Test
  void aMissingSideIsNotMeasuredAndNotZero() {
    Judgement judgement = judge(sample(100, 101), sample());
    assertThat(judgement.finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(judgement.ratio()).isEmpty();
  }

  @Test
  void aClearRiseOfALatencyIsWorseAndOfAThroughputBetter() {
    Sample before = sample(100, 101, 99, 100.5, 99.5);
    Sample after = sample(120, 121, 119, 120.5, 119.5);
    assertThat(judge(before, after, Better.LOWER).finding()).isEqualTo(Finding.WORSE);
    assertThat(judge(before, after, Better.HIGHER).finding()).isEqualTo(Finding.BETTER);
    assertThat(judge(after, before, Better.LOWER).finding()).isEqualTo(Finding.BETTER);
  }

  @Test
  void aDifferenceInsideTheThresholdIsEquivalentHoweverSure() {
    Judgement judgement =
        judge(sample(100, 100.1, 99.9, 100, 100), sample(102, 102.1, 101.9, 102, 102));
    assertThat(judgement.test().welch().orElseThrow()).isLessThan(0.001);
    assertThat(judgement.finding()).isEqualTo(Finding.EQUIVALENT);
  }

  @Test
  void twoTrialsThatHappenToAgreeAreNotEquivalent() {
    assertThat(judge(sample(100, 104), sample(100, 104)).finding()).isEqualTo(Finding.INCONCLUSIVE);
    assertThat(judge(sample(100, 100.1), sample(100, 100.1)).finding())
        .isEqualTo(Finding.EQUIVALENT);
  }

  @Test
  void scatterIsInconclusiveAndSaysHowManyTrialsWouldDecide() {
    Judgement judgement = judge(sample(80, 100, 130), sample(90, 110, 140));
    assertThat(judgement.finding()).isEqualTo(Finding.INCONCLUSIVE);
    assertThat(judgement.trialsNeeded().orElseThrow()).isGreaterThan(3);
  }

  @Test
  void callsThatOnlyOneSideMakesAreADifferenceWithoutARatio() {
    Judgement judgement = judge(sample(0, 0, 0, 0), sample(3, 3.1, 2.9, 3));
    assertThat(judgement.finding()).isEqualTo(Finding.WORSE);
    assertThat(judgement.ratio()).isEmpty();
    assertThat(judgement.interval()).isEmpty();
  }

  @Test
  void figuresUpToTheNegligibleAreEquivalentWhateverTheirRatio() {
    Pair pair = new Pair(sample(0.001, 0.001), sample(0.009, 0.009), Better.LOWER, 0.01);
    assertThat(new Judge(0.05).judge(List.of(pair)).getFirst().finding())
        .isEqualTo(Finding.EQUIVALENT);
  }

  @Test
  void ranksAreTestedFromFourTrialsOn() {
    assertThat(RowTest.of(sample(1, 2, 3), sample(4, 5, 6)).mannWhitney()).isEmpty();
    Optional<Double> p = RowTest.of(sample(1, 2, 3, 4), sample(5, 6, 7, 8)).mannWhitney();
    assertThat(p.orElseThrow()).isCloseTo(2.0 / 70, within(1e-9));
  }

  private static Judgement judge(Sample a, Sample b) {
    return judge(a, b, Better.LOWER);
  }

  private static Judgement judge(Sample a, Sample b, Better better) {
    return new Judge(0.05).judge(List.of(new Pair(a, b, better, 0))).getFirst();
  }

  static Sample sample(double... values) {
    return new Sample(Arrays.stream(values).boxed().toList());
  }
}
