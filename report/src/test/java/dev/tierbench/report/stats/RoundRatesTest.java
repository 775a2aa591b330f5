package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.Better;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the test over rounds is wrong, over made runs on hosts that drift. */
class RoundRatesTest {

  /** The figures of docs/methodology.md are those of {@code -Dtierbench.runs=10000}. */
  private static final int RUNS = Integer.getInteger("tierbench.runs", 1_000);

  private static final double THRESHOLD = 0.05;

  /** Three standard errors of a share of 5 % of so many runs. */
  private static final double ERROR_OF_SHARE = 3 * Math.sqrt(0.05 * 0.95 / RUNS);

  /** The host is up to so many times slower in one round than in another. */
  private static final double DRIFT = 4;

  private static Conclusion run(Random random, int rounds, double noise, double effect) {
    double[] a = new double[rounds];
    double[] b = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      double host = Math.pow(DRIFT, random.nextDouble());
      a[round] = host * Math.exp(noise * random.nextGaussian());
      b[round] = host * effect * Math.exp(noise * random.nextGaussian());
    }
    return conclusion(a, b, DifferenceTest.ALPHA);
  }

  private static Conclusion conclusion(double[] a, double[] b, double level) {
    return conclusion(a, Collections.nCopies(a.length, Optional.empty()), b, level);
  }

  private static Conclusion conclusion(
      double[] a, List<Optional<Double>> again, double[] b, double level) {
    Optional<PairedRounds> rounds = PairedRounds.of(optional(a), again, optional(b), level);
    SamplePair pair = new SamplePair(sample(a), sample(b), Better.LOWER, 0, rounds);
    return new DifferenceTest(THRESHOLD).test(List.of(pair)).getFirst().conclusion();
  }

  private static Sample sample(double... values) {
    return new Sample(Arrays.stream(values).boxed().toList());
  }

  private static List<Optional<Double>> optional(double... values) {
    return Arrays.stream(values).mapToObj(Optional::of).toList();
  }

  private static double share(int rounds, double noise, double effect, Conclusion wanted) {
    Random random = new Random(42);
    long found =
        Stream.generate(() -> run(random, rounds, noise, effect))
            .limit(RUNS)
            .filter(wanted::equals)
            .count();
    return (double) found / RUNS;
  }

  @ParameterizedTest
  @CsvSource({"2, 0.02", "3, 0.02", "5, 0.02", "3, 0.1", "5, 0.1", "10, 0.05"})
  void equalServersAreCalledDifferentInAtMostFiveOfAHundredRuns(int rounds, double noise) {
    double different =
        share(rounds, noise, 1, Conclusion.WORSE) + share(rounds, noise, 1, Conclusion.BETTER);
    System.out.printf(
        "A/A, %d rounds, noise %.0f %%: %.2f %% called different%n",
        rounds, noise * 100, different * 100);
    assertThat(different).isLessThanOrEqualTo(0.05 + ERROR_OF_SHARE);
  }

  @ParameterizedTest
  @CsvSource({"3, 0.01, 0.95", "5, 0.02, 0.99", "5, 0.025, 0.95", "8, 0.04, 0.95"})
  void aSlowdownOfTenInAHundredIsFound(int rounds, double noise, double atLeast) {
    double found = share(rounds, noise, 1.10, Conclusion.WORSE);
    System.out.printf(
        "+10 %%, %d rounds, noise %.1f %%: found in %.1f %%%n", rounds, noise * 100, found * 100);
    assertThat(found).isGreaterThanOrEqualTo(atLeast);
  }

  /** The first conclusion of rounds that are looked at after each, and the rounds it took. */
  private static Map.Entry<Conclusion, Integer> untilDecided(
      Random random, GroupSequential looks, int most, double noise, double effect) {
    double[] a = new double[most];
    double[] b = new double[most];
    for (int round = 0; round < most; round++) {
      double host = Math.pow(DRIFT, random.nextDouble());
      a[round] = host * Math.exp(noise * random.nextGaussian());
      b[round] = host * effect * Math.exp(noise * random.nextGaussian());
    }
    return untilDecided(looks, a, Collections.nCopies(most, Optional.empty()), b);
  }

  private static Map.Entry<Conclusion, Integer> untilDecided(
      GroupSequential looks, double[] a, List<Optional<Double>> again, double[] b) {
    for (int rounds = 2; rounds <= a.length; rounds++) {
      Conclusion found =
          conclusion(
              Arrays.copyOf(a, rounds),
              again.subList(0, rounds),
              Arrays.copyOf(b, rounds),
              looks.level(rounds));
      if (found != Conclusion.INCONCLUSIVE) {
        return Map.entry(found, rounds);
      }
    }
    return Map.entry(Conclusion.INCONCLUSIVE, a.length);
  }

  private static double shareUntilDecided(
      int most, double noise, double effect, Predicate<Conclusion> wanted) {
    Random random = new Random(42);
    GroupSequential looks = GroupSequential.of(2, most, GroupSequential.ERROR);
    double rounds = 0;
    int found = 0;
    for (int run = 0; run < RUNS; run++) {
      Map.Entry<Conclusion, Integer> end = untilDecided(random, looks, most, noise, effect);
      rounds += end.getValue();
      found += wanted.test(end.getKey()) ? 1 : 0;
    }
    System.out.printf(
        "until decided, at most %d rounds, noise %.0f %%, effect %+.0f %%: %.2f %% of runs, %.1f"
            + " rounds on average%n",
        most, noise * 100, effect * 100 - 100, found * 100.0 / RUNS, rounds / RUNS);
    return (double) found / RUNS;
  }

  @ParameterizedTest
  @CsvSource({"4, 0.1", "8, 0.02", "8, 0.1", "20, 0.02", "20, 0.05", "20, 0.1"})
  void lookingAfterEachRoundCallsEqualServersDifferentHardlyMoreOften(int most, double noise) {
    assertThat(shareUntilDecided(most, noise, 1, Conclusion::isDifference))
        .isLessThanOrEqualTo(0.05 + ERROR_OF_SHARE);
  }

  @ParameterizedTest
  @CsvSource({"6, 0.02, 0.99", "8, 0.03, 0.99", "20, 0.05, 0.99"})
  void lookingAfterEachRoundFindsASlowdownOfTenInAHundred(int most, double noise, double atLeast) {
    assertThat(shareUntilDecided(most, noise, 1.1, Conclusion.WORSE::equals))
        .isGreaterThanOrEqualTo(atLeast);
  }

  /** The share of runs whose first conclusion is that, with a control of the first server. */
  private static double shareWithControl(
      int most, double noise, double ofSecond, double effect, Predicate<Conclusion> wanted) {
    Random random = new Random(42);
    GroupSequential looks = GroupSequential.of(2, most, GroupSequential.ERROR);
    long found =
        Stream.generate(() -> withControl(random, looks, most, noise, ofSecond, effect))
            .limit(RUNS)
            .filter(wanted)
            .count();
    System.out.printf(
        "with a control, at most %d rounds, noise %.0f and %.1f %%, effect %+.0f %%: %.2f %% of"
            + " runs%n",
        most, noise * 100, ofSecond * 100, effect * 100 - 100, found * 100.0 / RUNS);
    return (double) found / RUNS;
  }

  private static Conclusion withControl(
      Random random,
      GroupSequential looks,
      int most,
      double noise,
      double ofSecond,
      double effect) {
    double[] a = new double[most];
    double[] again = new double[most];
    double[] b = new double[most];
    for (int round = 0; round < most; round++) {
      double host = Math.pow(DRIFT, random.nextDouble());
      a[round] = host * Math.exp(noise * random.nextGaussian());
      again[round] = host * Math.exp(noise * random.nextGaussian());
      b[round] = host * effect * Math.exp(ofSecond * random.nextGaussian());
    }
    return untilDecided(looks, a, optional(again), b).getKey();
  }

  @ParameterizedTest
  @CsvSource({"2, 0.03", "3, 0.03", "3, 0.1", "5, 0.05", "8, 0.02", "20, 0.1"})
  void roundsWithAControlCallEqualServersDifferentHardlyMoreOften(int most, double noise) {
    assertThat(shareWithControl(most, noise, noise, 1, Conclusion::isDifference))
        .isLessThanOrEqualTo(0.05 + ERROR_OF_SHARE);
  }

  /** Versions whose JVMs do not scatter alike: what the common scatter costs. */
  @ParameterizedTest
  @CsvSource({"3, 0.03, 0.045", "5, 0.03, 0.045"})
  void aSecondServerThatScattersMoreIsCalledDifferentALittleMoreOften(
      int most, double noise, double ofSecond) {
    assertThat(shareWithControl(most, noise, ofSecond, 1, Conclusion::isDifference))
        .isLessThanOrEqualTo(0.08);
  }

  @ParameterizedTest
  @CsvSource({"3, 0.02, 0.9", "4, 0.03, 0.9", "5, 0.03, 0.95"})
  void fewRoundsWithAControlFindASlowdownOfTenInAHundred(int most, double noise, double atLeast) {
    assertThat(shareWithControl(most, noise, noise, 1.1, Conclusion.WORSE::equals))
        .isGreaterThanOrEqualTo(atLeast);
  }

  @ParameterizedTest
  @CsvSource({"3, 0.02", "8, 0.02"})
  void roundsWithAControlHardlyEverCallTheThresholdEquivalent(int most, double noise) {
    assertThat(shareWithControl(most, noise, noise, 1 + THRESHOLD, Conclusion.EQUIVALENT::equals))
        .isLessThanOrEqualTo(0.05 + ERROR_OF_SHARE);
  }

  /** Time of a round beside its windows, with that of a window of both servers as the unit. */
  private static final double BESIDE = 16;

  /** Levels by the number of rounds at most. */
  private static final Map<Integer, GroupSequential> LOOKS = new ConcurrentHashMap<>();

  /**
   * The first conclusion of rounds with as many windows as their scatter asks for, and as many
   * rounds as there is time for, which is known better after each.
   */
  private static Conclusion withWindowsByScatter(
      Random random, double time, double ofJvms, double ofWindows, double effect) {
    List<Double> a = new ArrayList<>();
    List<Double> b = new ArrayList<>();
    List<double[]> seen = new ArrayList<>();
    double spent = 0;
    int windows = 8;
    int most = Integer.MAX_VALUE;
    while (true) {
      double jvms = effect * Math.exp(ofJvms * random.nextGaussian());
      double[] logs =
          random
              .doubles(windows)
              .map(any -> Math.log(jvms) + ofWindows * random.nextGaussian())
              .toArray();
      seen.add(logs);
      a.add(1.0);
      b.add(Math.exp(Arrays.stream(logs).average().orElseThrow()));
      spent += BESIDE + windows;
      int rounds = a.size();
      if (rounds < 2) {
        continue;
      }
      most = Math.min(most, rounds + (int) ((time - spent) / (spent / rounds)));
      GroupSequential looks =
          LOOKS.computeIfAbsent(
              most, number -> GroupSequential.of(2, number, GroupSequential.ERROR));
      Conclusion found =
          conclusion(
              a.stream().mapToDouble(value -> value).toArray(),
              b.stream().mapToDouble(value -> value).toArray(),
              looks.level(rounds));
      if (found != Conclusion.INCONCLUSIVE || rounds >= most) {
        return found;
      }
      double best = WindowScatter.of(seen).orElseThrow().bestWindows(BESIDE, 1);
      double room = (time - spent) / Math.max(1, 5 - rounds) - BESIDE;
      windows = 2 * (int) Math.max(1, Math.min(best, room) / 2);
    }
  }

  private static double shareByScatter(
      double time, double ofJvms, double ofWindows, double effect, Predicate<Conclusion> wanted) {
    Random random = new Random(42);
    long found =
        Stream.generate(() -> withWindowsByScatter(random, time, ofJvms, ofWindows, effect))
            .limit(RUNS)
            .filter(wanted)
            .count();
    System.out.printf(
        "windows by scatter, time %.0f, JVMs %.0f %%, windows %.0f %%, effect %+.0f %%: %.2f %%"
            + " of runs%n",
        time, ofJvms * 100, ofWindows * 100, effect * 100 - 100, found * 100.0 / RUNS);
    return (double) found / RUNS;
  }

  @ParameterizedTest
  @CsvSource({"130, 0.04, 0.06", "130, 0.03, 0.15", "130, 0.1, 0.02", "330, 0.04, 0.1"})
  void windowsByScatterCallEqualServersDifferentHardlyMoreOften(
      double time, double ofJvms, double ofWindows) {
    assertThat(shareByScatter(time, ofJvms, ofWindows, 1, Conclusion::isDifference))
        .isLessThanOrEqualTo(0.05 + ERROR_OF_SHARE);
  }

  @ParameterizedTest
  @CsvSource({"130, 0.03, 0.06, 0.95", "130, 0.03, 0.1, 0.8", "330, 0.04, 0.1, 0.95"})
  void windowsByScatterFindASlowdownOfTenInAHundred(
      double time, double ofJvms, double ofWindows, double atLeast) {
    assertThat(shareByScatter(time, ofJvms, ofWindows, 1.1, Conclusion.WORSE::equals))
        .isGreaterThanOrEqualTo(atLeast);
  }

  @ParameterizedTest
  @CsvSource({"8, 0.02", "20, 0.05"})
  void lookingAfterEachRoundHardlyEverCallsTheThresholdEquivalent(int most, double noise) {
    assertThat(shareUntilDecided(most, noise, 1 + THRESHOLD, Conclusion.EQUIVALENT::equals))
        .isLessThanOrEqualTo(0.05 + ERROR_OF_SHARE);
  }

  /** Ten rounds whose ratio scatters by 3 %. */
  @Test
  void theLeastDifferenceThatIsToldIsFoundInFourOfFiveRuns() {
    double noise = 0.03 / Math.sqrt(2);
    double told = Reach.of(ReachTest.tenRounds(1.04), THRESHOLD).leastTold().orElseThrow();
    assertThat(share(10, noise, 1 + told, Conclusion.WORSE)).isBetween(0.75, 0.87);
    assertThat(share(10, noise, 1 + THRESHOLD, Conclusion.WORSE)).isLessThan(0.6);
  }

  /** What is called worse then is slower indeed, and by what was seen of it. */
  @Test
  void aSlowdownOfLessThanTheThresholdIsSeldomCalledWorse() {
    assertThat(share(5, 0.02, 1.02, Conclusion.WORSE)).isLessThan(0.05);
    assertThat(share(10, 0.02, 1.03, Conclusion.WORSE)).isLessThan(0.05);
    assertThat(share(5, 0.02, 1.03, Conclusion.BETTER)).isLessThan(0.001);
  }

  @ParameterizedTest
  @CsvSource({"3, 0.01", "5, 0.02", "5, 0.05"})
  void aDifferenceAsLargeAsTheThresholdIsHardlyEverCalledEquivalent(int rounds, double noise) {
    assertThat(share(rounds, noise, 1 + THRESHOLD, Conclusion.EQUIVALENT))
        .isLessThan(0.05 + ERROR_OF_SHARE);
  }

  @Test
  void roundsOfTheSameWholeNumberAreNotSurerThanTheirSigns() {
    PairedRounds three = new PairedRounds(List.of(1.0, 1.0, 1.0), List.of(2.0, 2.0, 2.0), 0.05);
    assertThat(three.pValue()).isEqualTo(0.25);
    assertThat(new PairedRounds(List.of(3.0, 3.0), List.of(3.0, 3.0), 0.05).pValue()).isEqualTo(1);
  }

  /** Logarithms of 0.1, 0.2 and 0.3: mean 0.2, standard error 0.1 / sqrt(3), t(2) 4.3027. */
  @Test
  void ratioIntervalAndPAreStudentsOverTheRounds() {
    PairedRounds rounds =
        new PairedRounds(
            List.of(1.0, 3.0, 2.0),
            List.of(Math.exp(0.1), 3 * Math.exp(0.2), 2 * Math.exp(0.3)),
            0.05);
    assertThat(rounds.ratio()).isCloseTo(1.2214, within(1e-4));
    assertThat(rounds.interval().orElseThrow().low()).isCloseTo(0.9527, within(1e-3));
    assertThat(rounds.interval().orElseThrow().high()).isCloseTo(1.5658, within(1e-3));
    assertThat(rounds.pValue()).isCloseTo(0.0742, within(1e-4));
    assertThat(rounds.isEquivalent(0.45)).isTrue(); // 0.2 + 2.92 x 0.0577 = 0.3686 = log 1.4457
    assertThat(rounds.isEquivalent(0.44)).isFalse();
  }

  /**
   * Effects of 0.1, 0.2 and 0.3 on a mean of two that are 0.04 apart in the first round. Squares of
   * one JVM: 0.02 / 1.5 + 0.0016 / 2 = 0.014133, of 5 degrees of freedom; t(5) 2.5706.
   */
  @Test
  void aSecondValueIsHalfOfTheReferenceAndTellsOfTheScatter() {
    PairedRounds rounds =
        new PairedRounds(
            List.of(1.0, 3.0, 2.0),
            List.of(Math.exp(0.04), 3.0, 2.0),
            List.of(Math.exp(0.12), 3 * Math.exp(0.2), 2 * Math.exp(0.3)),
            0.05);
    assertThat(rounds.ratio()).isCloseTo(Math.exp(0.2), within(1e-9));
    assertThat(rounds.deviation()).isCloseTo(Math.sqrt(1.5 * 0.014133 / 5), within(1e-5));
    double half = 2.5706 * Math.sqrt(1.5 * 0.014133 / 5 / 3);
    assertThat(rounds.interval().orElseThrow().high())
        .isCloseTo(Math.exp(0.2 + half), within(1e-4));
    assertThat(rounds.pValue()).isCloseTo(0.00314, within(1e-5)); // t(5) = 5.320
    LogRatio.Scatter scatter = rounds.logRatio().scatter().orElseThrow();
    assertThat(scatter.freedom()).isEqualTo(5);
  }

  @Test
  void valuesThatAreNoRoundsAreRefused() {
    List<Double> two = List.of(2.0, 3.0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairedRounds(two, List.of(2.0), two, 0.05))
        .withMessage("expected a second value of a in each round or in none, not [2.0]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairedRounds(two, List.of(2.0, 0.0), two, 0.05))
        .withMessageStartingWith("not a positive value in ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairedRounds(List.of(2.0), List.of(2.0), 0.05))
        .withMessageStartingWith("expected two or more rounds of both");
  }

  @Test
  void secondValuesThatNeverVaryAreNoEvidence() {
    List<Double> a = List.of(2.0, 2.0, 2.0);
    List<Double> b = List.of(2.0, 2.2, 2.4);
    assertThat(new PairedRounds(a, a, b, 0.05)).isEqualTo(new PairedRounds(a, b, 0.05));
  }

  @Test
  void aSecondValueCountsWhenEachRoundHasOne() {
    List<Optional<Double>> a = List.of(Optional.of(2.0), Optional.of(3.0), Optional.of(4.0));
    List<Optional<Double>> b = List.of(Optional.of(3.0), Optional.empty(), Optional.of(6.0));
    List<Optional<Double>> lacksOne = List.of(Optional.of(2.0), Optional.of(1.0), Optional.empty());
    List<Optional<Double>> again = List.of(Optional.of(2.5), Optional.empty(), Optional.of(5.0));
    assertThat(PairedRounds.of(a, lacksOne, b, 0.05))
        .contains(new PairedRounds(List.of(2.0, 4.0), List.of(3.0, 6.0), 0.05));
    assertThat(PairedRounds.of(a, again, b, 0.05))
        .contains(new PairedRounds(List.of(2.0, 4.0), List.of(2.5, 5.0), List.of(3.0, 6.0), 0.05));
  }

  /** The rounds without a 0 would be chosen by their values, and say that both are equal. */
  @Test
  void aValueOfZeroLeavesNoRatiosWithinRounds() {
    double[] some = {0, 0, 0, 0.1, 0.1};
    double[] all = {0.1, 0.1, 0.1, 0.1, 0.1};
    List<Optional<Double>> none = Collections.nCopies(all.length, Optional.empty());
    assertThat(PairedRounds.of(optional(some), none, optional(all), 0.05)).isEmpty();
    assertThat(PairedRounds.of(optional(all), none, optional(some), 0.05)).isEmpty();
    assertThat(conclusion(some, all, 0.05)).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(PairedRounds.of(optional(all), optional(some), optional(all), 0.05))
        .as("a second value of 0 does not count")
        .isEqualTo(PairedRounds.of(optional(all), none, optional(all), 0.05))
        .isPresent();
  }

  @Test
  void aRoundThatOneSideLacksIsNoPair() {
    List<Optional<Double>> a = List.of(Optional.of(2.0), Optional.empty(), Optional.of(4.0));
    List<Optional<Double>> b = List.of(Optional.of(3.0), Optional.of(9.0), Optional.of(6.0));
    List<Optional<Double>> none = List.of(Optional.empty(), Optional.empty(), Optional.empty());
    assertThat(PairedRounds.of(a, none, b, 0.05))
        .contains(new PairedRounds(List.of(2.0, 4.0), List.of(3.0, 6.0), 0.05));
    List<Optional<Double>> c = List.of(Optional.of(3.0), Optional.of(1.0), Optional.empty());
    assertThat(PairedRounds.of(a, none, c, 0.05)).isEmpty();
  }
}
