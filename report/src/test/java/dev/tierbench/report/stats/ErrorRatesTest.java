package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Better;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the difference test is wrong, over 1,000 made pairs of runs of eight rows each. */
class ErrorRatesTest {

  private static final int PAIRS = 1_000;
  private static final int ROWS = 8;
  private static final double THRESHOLD = 0.05;

  @ParameterizedTest
  @CsvSource({
    "2, 0.02", "2, 0.15", "3, 0.02", "3, 0.05", "3, 0.15", "5, 0.02", "5, 0.05", "5, 0.15"
  })
  void theSameServerTwiceComesOutNonDifferentInAtLeast95OfAHundredRows(int trials, double noise) {
    double falseAlarms = share(trials, noise, 1.0, ROWS, true);
    System.out.printf(
        "A/A, %d trials, noise %.0f %%: %.2f %% of rows called different%n",
        trials, noise * 100, falseAlarms * 100);
    assertThat(falseAlarms).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @CsvSource({"3, 0.01, 0.80", "5, 0.01, 0.97", "5, 0.02, 0.80", "10, 0.02, 0.95"})
  void aSlowdownOfTenInAHundredIsFound(int trials, double noise, double atLeast) {
    double found = share(trials, noise, 1.10, ROWS, false);
    System.out.printf(
        "A/B of +10 %%, %d trials, noise %.0f %%: found in %.1f %% of rows%n",
        trials, noise * 100, found * 100);
    assertThat(found).isGreaterThanOrEqualTo(atLeast);
  }

  @Test
  void oneSlowedRowAmongEqualOnesIsStillFound() {
    assertThat(share(5, 0.01, 1.15, 1, false)).isGreaterThan(0.9);
  }

  @Test
  void aDifferenceUnderTheThresholdIsHardlyEverCalledWorse() {
    assertThat(share(5, 0.02, 1.03, ROWS, false)).isLessThan(0.05);
  }

  @ParameterizedTest
  @CsvSource({"2, 0.01", "2, 0.05", "3, 0.01", "3, 0.05", "5, 0.02", "10, 0.05"})
  void aDifferenceAsLargeAsTheThresholdIsHardlyEverCalledEquivalent(int trials, double noise) {
    double equivalent = equivalent(trials, noise, 1 + THRESHOLD);
    System.out.printf(
        "A/B of +5 %%, %d trials, noise %.0f %%: %.2f %% of rows called equivalent%n",
        trials, noise * 100, equivalent * 100);
    assertThat(equivalent).isLessThanOrEqualTo(0.05);
  }

  @Test
  void fiveTrialsOfLittleNoiseAreFoundEquivalent() {
    assertThat(equivalent(5, 0.01, 1)).isGreaterThan(0.9);
  }

  /** Whole-numbered metrics: identical trials are common and tell little. */
  @ParameterizedTest
  @CsvSource({"2, 3", "3, 3", "4, 3", "5, 3", "2, 6", "3, 6", "2, 12", "3, 12"})
  void theSameCountTwiceIsCalledDifferentInAtMostFiveOfAHundredRows(int trials, int apart) {
    Random random = new Random(42);
    int coins = different(() -> counts(random, trials, apart, 2));
    int dice = different(() -> counts(random, trials, apart, 4));
    System.out.printf(
        "A/A of counts, %d trials: called different in %.2f %% of rows of two values %d apart,"
            + " %.2f %% of four%n",
        trials, coins * 100.0 / PAIRS, apart, dice * 100.0 / PAIRS);
    assertThat(coins).isLessThanOrEqualTo(PAIRS / 20);
    assertThat(dice).isLessThanOrEqualTo(PAIRS / 20);
  }

  @ParameterizedTest
  @CsvSource({"3, 2", "5, 4", "3, 4", "2, 3", "4, 4", "3, 3", "2, 2"})
  void theRatioOfEqualServersIsOneWhateverTheNumbersOfTheirTrials(int ofA, int ofB) {
    for (double noise : new double[] {0.02, 0.10}) {
      Random random = new Random(42);
      double logs = 0;
      int draws = 10_000;
      for (int i = 0; i < draws; i++) {
        SamplePair pair =
            new SamplePair(
                trials(random, ofA, noise, 1), trials(random, ofB, noise, 1), Better.LOWER, 0);
        DifferenceResult result = new DifferenceTest(THRESHOLD).test(List.of(pair)).getFirst();
        logs += Math.log(result.ratio().orElseThrow());
      }
      double bias = Math.exp(logs / draws) - 1;
      System.out.printf(
          "A/A, %d and %d trials, noise %.0f %%: B/A off by %+.2f %%%n",
          ofA, ofB, noise * 100, bias * 100);
      assertThat(Math.abs(bias)).isLessThanOrEqualTo(0.003);
    }
  }

  private static int different(Supplier<Sample> trials) {
    int called = 0;
    for (int i = 0; i < PAIRS; i++) {
      SamplePair pair = new SamplePair(trials.get(), trials.get(), Better.LOWER, 0);
      called +=
          new DifferenceTest(THRESHOLD).test(List.of(pair)).getFirst().conclusion().isDifference()
              ? 1
              : 0;
    }
    return called;
  }

  private static Sample counts(Random random, int trials, int apart, int values) {
    return new Sample(
        IntStream.range(0, trials)
            .mapToObj(trial -> 51.0 + apart * random.nextInt(values))
            .toList());
  }

  private static double equivalent(int trials, double noise, double effect) {
    Random random = new Random(42);
    long called = 0;
    for (int i = 0; i < PAIRS; i++) {
      SamplePair pair =
          new SamplePair(
              trials(random, trials, noise, 1),
              trials(random, trials, noise, effect),
              Better.LOWER,
              0);
      Conclusion conclusion =
          new DifferenceTest(THRESHOLD).test(List.of(pair)).getFirst().conclusion();
      called += conclusion == Conclusion.EQUIVALENT ? 1 : 0;
    }
    return (double) called / PAIRS;
  }

  /**
   * The share of rows that are called different.
   *
   * @param slowed how many rows of each pair B is slower in
   * @param all counts better and worse in every row; else worse in the slowed ones
   */
  private static double share(int trials, double noise, double effect, int slowed, boolean all) {
    Random random = new Random(42);
    long called = 0;
    for (int i = 0; i < PAIRS; i++) {
      List<SamplePair> rows = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        double factor = row < slowed ? effect : 1;
        rows.add(
            new SamplePair(
                trials(random, trials, noise, 1),
                trials(random, trials, noise, factor),
                Better.LOWER,
                0));
      }
      List<DifferenceResult> results = new DifferenceTest(THRESHOLD).test(rows);
      called +=
          results.subList(0, all ? ROWS : slowed).stream()
              .filter(result ->
                  result.conclusion() == Conclusion.WORSE
                      || (all && result.conclusion() == Conclusion.BETTER))
              .count();
    }
    return (double) called / PAIRS / (all ? ROWS : slowed);
  }

  private static Sample trials(Random random, int trials, double noise, double factor) {
    return new Sample(
        DoubleStream.generate(() -> 100 * factor * Math.exp(noise * random.nextGaussian()))
            .limit(trials)
            .boxed()
            .toList());
  }
}
