package dev.tierbench.run.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelayDistributionTest {

  private static final String LONG_TAIL = "lognormal(50ms,p99=400ms)";
  private static final String TWO = "95%:20ms,5%:1s";
  private static final int SAMPLES = 200_000;

  private static long[] delays(String distribution, long seed, int count) {
    DelaySequence sequence =
        new DelaySequence(DelayDistribution.parse(distribution), seed, Duration.ofMinutes(1));
    return LongStream.generate(sequence::nextNanos).limit(count).toArray();
  }

  private static DelayHistogram histogram(LongStream nanos) {
    Histogram histogram = new Histogram(1_000, 3_600_000_000_000L, 3);
    nanos.forEach(histogram::recordValue);
    return DelayHistogram.of(histogram);
  }

  @ParameterizedTest
  @ValueSource(strings = {"50ms", "5ms", "200us", "1s", "0ms", LONG_TAIL, TWO, "99.9%:5ms,0.1%:2s"})
  void aDistributionIsReadAsItIsWritten(String text) {
    assertThat(DelayDistribution.parse(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5|delay must be like",
        "-5ms|delay must be like",
        "lognormal(50ms)|delay must be like",
        "lognormal(50ms,p99=40ms)|above its median",
        "lognormal(0ms,p99=40ms)|above its median",
        "lognormal(50,p99=40ms)|whole number with us, ms or s",
        "95%:20ms,6%:1s|100 % together, not 101",
        "95%:20ms,5%:1|whole number with us, ms or s",
        "95%:20ms,5%|part of the delays must be like",
        "0%:20ms,100%:1s|share above 0 %",
        "5%:1s,95%:20ms|in the order of their length"
      })
  void whatIsNoDistributionIsRefusedInOneLine(String text, String reason) {
    assertThatThrownBy(() -> DelayDistribution.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason)
        .message()
        .hasLineCount(1);
  }

  @Test
  void aLognormalKeepsItsMedianAndItsP99() {
    DelayDistribution delay = DelayDistribution.parse(LONG_TAIL);
    assertThat(delay.quantile(0.5)).isCloseTo(0.05, within(1e-9));
    assertThat(delay.quantile(0.99)).isCloseTo(0.4, within(1e-9));
    assertThat(delay.cumulative(0.4)).isCloseTo(0.99, within(1e-9));
    // exp(sigma^2 / 2) with sigma = ln 8 / 2.3263.
    assertThat(delay.mean()).isCloseTo(0.0746, within(1e-4));
  }

  @Test
  void aMixtureHasTheDelayOfTheShare() {
    DelayDistribution delay = DelayDistribution.parse(TWO);
    assertThat(delay.quantile(0.949)).isEqualTo(0.02);
    assertThat(delay.quantile(0.951)).isEqualTo(1);
    assertThat(delay.cumulative(0.5)).isEqualTo(0.95);
    assertThat(delay.mean()).isCloseTo(0.069, within(1e-9));
  }

  @Test
  void theLargestOfTenIsSlowForOneMinusTheTenthPowerOfTheFastShare() {
    DelayDistribution delay = DelayDistribution.parse(TWO);
    // 0.95^10 = 59.87 % of the requests meet no slow call.
    assertThat(delay.quantileOfLargest(0.598, 10)).isEqualTo(0.02);
    assertThat(delay.quantileOfLargest(0.599, 10)).isEqualTo(1);
    assertThat(delay.meanOfLargest(10)).isCloseTo(0.5987 * 0.02 + 0.4013, within(1e-3));
    assertThat(DelayDistribution.Constant.STANDARD.meanOfLargest(10)).isCloseTo(0.05, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(strings = {LONG_TAIL, TWO})
  void theSequenceHasTheDistributionAndItsLargestOfTenTheOrderStatistic(String text) {
    DelayDistribution delay = DelayDistribution.parse(text);
    long[] nanos = delays(text, 1, SAMPLES);
    assertThat(Arrays.stream(nanos).average().orElseThrow() / 1e9)
        .isCloseTo(delay.mean(), within(0.03 * delay.mean()));
    assertThat(histogram(Arrays.stream(nanos)).distance(delay, 0.01)).isLessThan(0.01);
    long[] largest =
        IntStream.range(0, SAMPLES / 10)
            .mapToLong(i -> Arrays.stream(nanos, 10 * i, 10 * i + 10).max().orElseThrow())
            .sorted()
            .toArray();
    double predicted = delay.quantileOfLargest(0.9, 10);
    assertThat(largest[largest.length * 9 / 10] / 1e9)
        .isCloseTo(predicted, within(0.05 * predicted));
  }

  @Test
  void theSameSeedGivesTheSameSequenceAlsoAfterARestart() {
    assertThat(delays(LONG_TAIL, 7, 1_000)).isEqualTo(delays(LONG_TAIL, 7, 1_000));
    assertThat(delays(LONG_TAIL, 7, 1_000)).isNotEqualTo(delays(LONG_TAIL, 8, 1_000));
    DelaySequence sequence =
        new DelaySequence(DelayDistribution.parse(LONG_TAIL), 7, Duration.ofMinutes(1));
    long first = sequence.nextNanos();
    assertThat(sequence.nextNanos()).isNotEqualTo(first);
    sequence.restart();
    assertThat(sequence.nextNanos()).isEqualTo(first);
  }

  @Test
  void noDelayIsLongerThanTheLongest() {
    DelaySequence sequence =
        new DelaySequence(DelayDistribution.parse(LONG_TAIL), 1, Duration.ofMillis(60));
    assertThat(LongStream.generate(sequence::nextNanos).limit(1_000).max()).hasValue(60_000_000);
  }

  @Test
  void aTimerThatIsALittleLateIsNoOtherDistribution() {
    DelayDistribution delay = DelayDistribution.parse(LONG_TAIL);
    long[] nanos = delays(LONG_TAIL, 3, SAMPLES);
    assertThat(histogram(Arrays.stream(nanos).map(n -> n + 10_000)).distance(delay, 0.1))
        .isLessThan(0.01);
    assertThat(histogram(Arrays.stream(nanos).map(n -> n * 13 / 10)).distance(delay, 0.1))
        .isGreaterThan(0.05);
    assertThat(histogram(Arrays.stream(nanos).map(n -> n * 7 / 10)).distance(delay, 0.1))
        .isGreaterThan(0.1);
    assertThat(histogram(LongStream.generate(() -> 50_200_000).limit(1_000)).distance(delay, 0.1))
        .isGreaterThan(0.4);
  }

  @Test
  void aShortConstantDelayMayBeAMillisecondLate() {
    DelayDistribution none = DelayDistribution.parse("0ms");
    assertThat(histogram(LongStream.of(900_000)).distance(none, 0.1)).isZero();
    assertThat(histogram(LongStream.of(1_200_000)).distance(none, 0.1)).isEqualTo(1);
  }

  @Test
  void windowsTogetherHaveAllDelaysAndTheLargestPercentile() {
    DelayHistogram one = histogram(LongStream.of(20_000_000, 20_000_000));
    DelayHistogram other = histogram(LongStream.of(80_000_000, 20_000_000));
    DelayHistogram both = one.plus(other);
    assertThat(both.count()).isEqualTo(4);
    assertThat(both.meanUs()).isCloseTo(35_000, within(50.0));
    assertThat(both.p99Us()).isCloseTo(80_000, within(100.0));
    assertThat(both.bins()).extracting(DelayHistogram.Bin::count).containsExactly(3L, 1L);
  }
}
