package dev.tierbench.loadgen.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.plan.Share;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void constantArrivalsStandExactlyWhereTheRatePutsThem() {
    Arrivals arrivals = new Arrivals.Constant(8_000, 0, 0, 1);
    assertThat(LongStream.generate(arrivals::nextNanos).limit(5).toArray())
        .containsExactly(0, 125_000, 250_000, 375_000, 500_000);
  }

  @Test
  void constantArrivalsDoNotDriftOverAnHour() {
    Arrivals arrivals = new Arrivals.Constant(7_000, 0, 0, 1);
    long last = 0;
    for (int i = 0; i <= 7_000 * 3_600; i++) {
      last = arrivals.nextNanos();
    }
    assertThat(last).isEqualTo(3_600 * SECOND);
  }

  @Test
  void theLoopsTogetherHaveTheWholeRateWithoutGapOrDouble() {
    Arrivals whole = new Arrivals.Constant(3_000, 0, 0, 1);
    Arrivals[] parts = new Arrivals[3];
    for (int loop = 0; loop < 3; loop++) {
      parts[loop] = new Arrivals.Constant(3_000, 0, loop, 3);
    }
    for (int i = 0; i < 30_000; i++) {
      assertThat(parts[i % 3].nextNanos()).isEqualTo(whole.nextNanos());
    }
  }

  @Test
  void poissonArrivalsHaveTheRateAndTheSpreadOfAPoissonProcess() {
    Arrivals arrivals = new Arrivals.Poisson(1_000, 0, 1, 42);
    int[] perSecond = new int[1_000];
    for (long at = arrivals.nextNanos(); at < 1_000 * SECOND; at = arrivals.nextNanos()) {
      perSecond[(int) (at / SECOND)]++;
    }
    double mean = java.util.Arrays.stream(perSecond).average().orElseThrow();
    double variance =
        java.util.Arrays.stream(perSecond)
            .mapToDouble(n -> (n - mean) * (n - mean))
            .average()
            .orElseThrow();
    assertThat(mean).isCloseTo(1_000, Percentage.withPercentage(1));
    assertThat(variance).isCloseTo(mean, Percentage.withPercentage(20));
  }

  @Test
  void constantArrivalsOfSeveralGeneratorsAreEquallySpacedTogether() {
    int generators = 3;
    long[] merged = new long[30_000];
    for (int k = 0; k < generators; k++) {
      double offset = new Share(k + 1, generators).offset();
      Arrivals own = new Arrivals.Constant(1_000, offset, 0, 1);
      for (int i = 0; i < merged.length / generators; i++) {
        merged[i * generators + k] = own.nextNanos();
      }
    }
    Arrivals whole = new Arrivals.Constant(3_000, 0, 0, 1);
    for (long arrival : merged) {
      assertThat(arrival).isCloseTo(whole.nextNanos(), Offset.offset(1L));
    }
  }

  @Test
  void poissonArrivalsOfSeveralGeneratorsAreAPoissonProcessTogether() {
    assertThat(dispersion(11, 12, 13, 14)).isBetween(0.95, 1.05);
    // The same seed would make every arrival one of a batch.
    assertThat(dispersion(11, 11, 11, 11)).isBetween(3.8, 4.2);
  }

  /** Variance over mean of the arrivals in bins of 10 ms; 1 of a Poisson process. */
  private static double dispersion(long... seeds) {
    int[] bins = new int[50_000];
    long binNanos = 10_000_000;
    for (long seed : seeds) {
      Arrivals own = new Arrivals.Poisson(250, 0, 1, seed);
      for (long at = own.nextNanos(); at < bins.length * binNanos; at = own.nextNanos()) {
        bins[(int) (at / binNanos)]++;
      }
    }
    double mean = java.util.Arrays.stream(bins).average().orElseThrow();
    double variance =
        java.util.Arrays.stream(bins)
            .mapToDouble(n -> (n - mean) * (n - mean))
            .average()
            .orElseThrow();
    return variance / mean;
  }

  @Test
  void theSeedDecidesThePoissonArrivals() {
    assertThat(first(7)).containsExactly(first(7));
    assertThat(first(7)).isNotEqualTo(first(8));
  }

  private static long[] first(long seed) {
    return LongStream.generate(new Arrivals.Poisson(100, 1, 2, seed)::nextNanos)
        .limit(50)
        .toArray();
  }

  @Test
  void aQueueKeepsItsOrderWhileItGrowsAndWraps() {
    LongQueue queue = new LongQueue();
    long in = 0;
    long out = 0;
    for (int round = 0; round < 50; round++) {
      for (int i = 0; i < 150; i++) {
        queue.add(in++);
      }
      for (int i = 0; i < 100; i++) {
        assertThat(queue.poll()).isEqualTo(out++);
      }
    }
    assertThat(queue.size()).isEqualTo((int) (in - out));
  }
}
