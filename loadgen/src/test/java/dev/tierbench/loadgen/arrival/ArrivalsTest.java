package dev.tierbench.loadgen.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.plan.Share;
import dev.tierbench.run.Load;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

  private static final long SECOND = 1_000_000_000L;

  /** Constant arrivals of a generator with one loop. */
  private static Arrivals whole(double rateRps, double offset) {
    return new Arrivals.Constant(rateRps, offset, new int[] {0}, 1);
  }

  @Test
  void constantArrivalsStandExactlyWhereTheRatePutsThem() {
    Arrivals arrivals = whole(8_000, 0);
    assertThat(LongStream.generate(arrivals::nextNanos).limit(5).toArray())
        .containsExactly(0, 125_000, 250_000, 375_000, 500_000);
  }

  @Test
  void constantArrivalsDoNotDriftOverAnHour() {
    Arrivals arrivals = whole(7_000, 0);
    long last = 0;
    for (int i = 0; i <= 7_000 * 3_600; i++) {
      last = arrivals.nextNanos();
    }
    assertThat(last).isEqualTo(3_600 * SECOND);
  }

  @Test
  void theLoopsTogetherHaveTheWholeRateWithoutGapOrDouble() {
    Arrivals whole = whole(3_000, 0);
    Arrivals[] parts = new Arrivals[3];
    for (int loop = 0; loop < 3; loop++) {
      parts[loop] = new Arrivals.Constant(3_000, 0, new int[] {loop}, 3);
    }
    for (int i = 0; i < 30_000; i++) {
      assertThat(parts[i % 3].nextNanos()).isEqualTo(whole.nextNanos());
    }
  }

  /** Three TCP connections for two loops: one has twice as many requests at once as the other. */
  @Test
  void aLoopGetsArrivalsByTheRequestsAtOnceThatItCarries() {
    Arrivals[] loops = ofTwoLoops("constant");
    Arrivals whole = whole(4_400, 0);
    long[] merged =
        LongStream.concat(
                LongStream.generate(loops[0]::nextNanos).limit(2_000),
                LongStream.generate(loops[1]::nextNanos).limit(1_000))
            .sorted()
            .toArray();
    assertThat(merged).isEqualTo(LongStream.generate(whole::nextNanos).limit(3_000).toArray());
  }

  @Test
  void poissonArrivalsAreSharedLikewise() {
    Arrivals[] loops = ofTwoLoops("poisson");
    assertThat((double) countWithin(100 * SECOND, loops[0]))
        .isCloseTo(2.0 * countWithin(100 * SECOND, loops[1]), Percentage.withPercentage(3));
  }

  private static Arrivals[] ofTwoLoops(String kind) {
    LoadPlan plan =
        TestRun.plan("http://h -c 300 --http2-streams 100 -t 2 -R 4400 --arrivals " + kind);
    assertThat(plan.slots(0)).hasSize(200);
    assertThat(plan.slots(1)).hasSize(100);
    Load.Open load = (Load.Open) plan.load();
    return new Arrivals[] {
      Arrivals.of(load, 0, 0, plan.slots(0), plan.seed()),
      Arrivals.of(load, 0, 1, plan.slots(1), plan.seed())
    };
  }

  private static long countWithin(long nanos, Arrivals arrivals) {
    long count = 0;
    while (arrivals.nextNanos() < nanos) {
      count++;
    }
    return count;
  }

  @Test
  void connectionsThatTheLoopsCannotShareEvenlyGetEqualShares() {
    LoadPlan plan = TestRun.plan("http://h -c 5 -t 2 -R 100");
    assertThat(plan.slots(0)).containsExactly(0, 2, 4);
    assertThat(plan.slots(1)).containsExactly(1, 3);
  }

  @Test
  void poissonArrivalsHaveTheRateAndTheSpreadOfAPoissonProcess() {
    Arrivals arrivals = new Arrivals.Poisson(1_000, 0, 42);
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
      Arrivals own = whole(1_000, offset);
      for (int i = 0; i < merged.length / generators; i++) {
        merged[i * generators + k] = own.nextNanos();
      }
    }
    Arrivals whole = whole(3_000, 0);
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
      Arrivals own = new Arrivals.Poisson(250, 0, seed);
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
    assertThat(first(1, 7)).containsExactlyElementsOf(first(1, 7));
    assertThat(first(1, 7)).isNotEqualTo(first(1, 8));
  }

  @Test
  void noTwoLoopsOfGeneratorsWithNeighbouringSeedsHaveTheSamePoissonArrivals() {
    Set<List<Long>> different = new HashSet<>();
    for (long seed = 1; seed <= 4; seed++) {
      for (int loop = 0; loop < 64; loop++) {
        different.add(first(loop, seed));
      }
    }
    assertThat(different).hasSize(4 * 64);
  }

  private static List<Long> first(int loop, long seed) {
    return LongStream.generate(new Arrivals.Poisson(50, loop, seed)::nextNanos)
        .limit(50)
        .boxed()
        .toList();
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
