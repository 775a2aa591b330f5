package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogRatioTest {

  private static final int RUNS = 2_000;
  private static final double NOISE = 0.1;

  private static Sample sample(double... values) {
    return new Sample(java.util.Arrays.stream(values).boxed().toList());
  }

  private static LogRatio rounds(List<Double> a, List<Double> b) {
    return new PairedRounds(a, b, DifferenceTest.ALPHA).logRatio();
  }

  @Test
  void theRatioOfTrialsIsThatOfGeometricMeans() {
    LogRatio ratio = LogRatio.ofTrials(sample(1, 4), sample(4, 16)).orElseThrow();
    assertThat(ratio.ratio()).isCloseTo(4, within(1e-12));
    assertThat(LogRatio.ofTrials(sample(), sample(1))).isEmpty();
    assertThat(LogRatio.ofTrials(sample(2), sample(3)).orElseThrow().interval()).isEmpty();
  }

  /** Rounds 2, 3, 4: mean 3 and variance 1 of the logarithm; t of 2 degrees is 4.3027. */
  @Test
  void theIntervalOfRoundsIsStudents() {
    List<Double> b = List.of(Math.exp(2), Math.exp(3), Math.exp(4));
    LogRatio ratio = rounds(List.of(1.0, 1.0, 1.0), b);
    assertThat(Math.log(ratio.ratio())).isCloseTo(3, within(1e-12));
    assertThat(Math.log(ratio.interval().orElseThrow().high()))
        .isCloseTo(3 + 4.302653 / Math.sqrt(3), within(1e-5));
  }

  @Test
  void aChangeHasTheScatterOfBothRuns() {
    LogRatio one = rounds(List.of(1.0, 1.0), List.of(1.0, 2.0));
    LogRatio other = rounds(List.of(1.0, 1.0), List.of(2.0, 4.0));
    LogRatio change = other.minus(one);
    assertThat(change.ratio()).isCloseTo(2, within(1e-12));
    assertThat(change.scatter().orElseThrow().variance())
        .isCloseTo(2 * one.scatter().orElseThrow().variance(), within(1e-12));
    assertThat(change.scatter().orElseThrow().freedom()).isCloseTo(2, within(1e-9));
  }

  /** The intervals of many changes by a factor of 1.3 hold it as often as they claim. */
  @Test
  void theIntervalOfAChangeHoldsItInNineteenOfTwenty() {
    SplittableRandom random = new SplittableRandom(1);
    long held =
        IntStream.range(0, RUNS)
            .filter(run ->
                trials(random, 1.3).minus(trials(random, 1)).interval().orElseThrow().contains(1.3))
            .count();
    assertThat(held / (double) RUNS).isBetween(0.93, 0.975);
  }

  private static LogRatio trials(SplittableRandom random, double ratio) {
    return LogRatio.ofTrials(noisy(random, 1), noisy(random, ratio)).orElseThrow();
  }

  private static Sample noisy(SplittableRandom random, double value) {
    return new Sample(
        IntStream.range(0, 5)
            .mapToObj(i -> value * Math.exp(NOISE * random.nextGaussian()))
            .toList());
  }
}
