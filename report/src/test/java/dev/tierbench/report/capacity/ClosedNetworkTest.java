package dev.tierbench.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ClosedNetworkTest {

  private static final double DELAY = 0.05;
  private static final double DEMAND = 1e-4;

  private static ClosedNetwork network(int cores) {
    return new ClosedNetwork(DELAY, new Station(cores, DEMAND, 0));
  }

  @Test
  void aSingleRequestNeverWaits() {
    ClosedNetwork.State state = network(1).at(1);
    assertThat(state.throughputRps()).isCloseTo(1 / (DELAY + DEMAND), within(1e-9));
    assertThat(state.medianSeconds()).isCloseTo(DELAY + DEMAND, within(1e-12));
  }

  @Test
  void onACoreForEachRequestNoneWaits() {
    assertThat(network(64).at(64).throughputRps())
        .isCloseTo(64 / (DELAY + DEMAND), Percentage.withPercentage(1e-9));
  }

  /** One core is also solved by mean value analysis, an independent recursion. */
  @Test
  void oneCoreAgreesWithMeanValueAnalysis() {
    double queue = 0;
    double throughput = 0;
    for (int n = 1; n <= 700; n++) {
      double residence = DEMAND * (1 + queue);
      throughput = n / (DELAY + residence);
      queue = throughput * residence;
      if (n == 100 || n == 500 || n == 700) {
        assertThat(network(1).at(n).throughputRps())
            .isCloseTo(throughput, Percentage.withPercentage(1e-8));
      }
    }
    assertThat(throughput).isCloseTo(1 / DEMAND, Percentage.withPercentage(0.1));
  }

  /** N / Z below, m / S above, never beyond either. */
  @Test
  void bothAsymptotesBoundThroughputAndAreReached() {
    for (int cores : new int[] {1, 2, 8, 32}) {
      double capacity = cores / DEMAND;
      for (int n : new int[] {1, 10, 500, 5_000, 50_000}) {
        double throughput = network(cores).at(n).throughputRps();
        assertThat(throughput).isLessThanOrEqualTo(n / (DELAY + DEMAND) * (1 + 1e-12));
        assertThat(throughput).isLessThanOrEqualTo(capacity * (1 + 1e-12));
      }
      int knee = (int) (capacity * (DELAY + DEMAND));
      assertThat(network(cores).at(Math.max(1, knee / 10)).throughputRps())
          .isCloseTo(Math.max(1, knee / 10) / (DELAY + DEMAND), Percentage.withPercentage(0.1));
      assertThat(network(cores).at(knee * 4).throughputRps())
          .isCloseTo(capacity, Percentage.withPercentage(0.01));
    }
  }

  /** With many more requests than are ever at the cores, arrivals are as good as independent. */
  @Test
  void manyRequestsOfALongDelayQueueAsErlangSays() {
    int cores = 4;
    double load = 0.8;
    int n = 200_000;
    double service = 1e-3;
    double delay = n / (load * cores / service);
    ClosedNetwork.State state = new ClosedNetwork(delay, new Station(cores, service, 0)).at(n);
    double offered = load * cores;
    double term = 1;
    double sum = 1;
    for (int k = 1; k < cores; k++) {
      term *= offered / k;
      sum += term;
    }
    double last = term * offered / cores / (1 - load);
    double erlangC = last / (sum + last);
    double wait = erlangC * service / (cores * (1 - load));
    double queued = n / state.throughputRps() - delay - service;
    assertThat(queued).isCloseTo(wait, Percentage.withPercentage(1));
  }

  @Test
  void anArrivalAtASaturatedServerWaitsForAllOthers() {
    ClosedNetwork.State state = network(1).at(2_000);
    assertThat(2_000 / state.throughputRps())
        .isCloseTo(2_000 * DEMAND, Percentage.withPercentage(0.01));
    assertThat(state.medianSeconds()).isCloseTo(0.2, Percentage.withPercentage(1));
  }

  @Test
  void aThreadThatDoesAPartOfEachRequestLimitsAllCores() {
    Station station = new Station(32, DEMAND, 5e-6);
    assertThat(station.capacity()).isCloseTo(200_000, within(1e-6));
    assertThat(new ClosedNetwork(DELAY, station).at(50_000).throughputRps())
        .isCloseTo(200_000, Percentage.withPercentage(0.01));
  }

  /** Twenty connections that are each held for 50 ms end 400 requests a second. */
  @Test
  void aPoolOfConnectionsBoundsThroughputAndMakesRequestsWait() {
    ClosedNetwork.State crowded = new ClosedNetwork(0.05, 400, new Station(4, 1e-4, 0)).at(800);
    assertThat(crowded.throughputRps()).isCloseTo(400, within(0.1));
    assertThat(crowded.medianSeconds()).isCloseTo(2, within(0.01));
    ClosedNetwork.State few = new ClosedNetwork(0.05, 400, new Station(4, 1e-4, 0)).at(2);
    assertThat(few.throughputRps()).isCloseTo(2 / 0.0501, within(0.1));
  }
}
