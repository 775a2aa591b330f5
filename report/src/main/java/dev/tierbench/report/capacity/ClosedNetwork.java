package dev.tierbench.report.capacity;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Requests that wait for a delay and then for the cores, a constant number of them: the machine
 * repairman, M/M/m//N. A pool of connections limits how many wait for the delay at once. Solved
 * exactly by its balance equations (Lazowska, Zahorjan, Graham, Sevcik: Quantitative System
 * Performance, 1984, chapters 5 and 8). The mean is that of any distribution of CPU time when the
 * cores are shared in turn, unless constant times keep the requests in step.
 *
 * @param mostDelayedRps requests per second that can end the delay; infinite without such a pool
 */
record ClosedNetwork(double delaySeconds, double mostDelayedRps, Station station) {

  /** What is rarer than this is left out of the sums. */
  private static final double NEGLIGIBLE = 1e-15;

  ClosedNetwork {
    if (!(delaySeconds > 0) || !(mostDelayedRps > 0)) {
      throw new IllegalArgumentException(
          "no delay of " + delaySeconds + " s, " + mostDelayedRps + " requests/s");
    }
  }

  /** A network in which nothing limits how many requests wait for the delay. */
  ClosedNetwork(double delaySeconds, Station station) {
    this(delaySeconds, Double.POSITIVE_INFINITY, station);
  }

  /** Requests per second that no number of requests exceeds. */
  double capacity() {
    return Math.min(station.capacity(), mostDelayedRps);
  }

  /** The steady state with so many requests. */
  State at(int requests) {
    Distribution there = distribution(requests);
    double throughput = there.mean(station::rate);
    // An arrival sees the network without itself.
    int found = requests == 1 ? 0 : distribution(requests - 1).median();
    double residence = (found + 1) / station.rate(found + 1);
    return new State(throughput, delay(requests - found) + residence);
  }

  /**
   * Requests per second when all requests run in step, so that they use the cores together and then
   * wait together: the least that such a network can do, where a steady state does more.
   */
  double inStepRps(int requests) {
    return requests / (delay(requests) + requests / station.rate(requests));
  }

  /**
   * A steady state.
   *
   * @param medianSeconds of the latency, for an arrival that finds the median queue
   */
  record State(double throughputRps, double medianSeconds) {}

  /** The odds of one request more at the station, over those of so many; falls with the number. */
  private double ratio(int requests, int there) {
    double ending = Math.min((requests - there) / delaySeconds, mostDelayedRps);
    return ending / station.rate(there + 1);
  }

  /** The delay of the last of so many requests, which may have to wait for a connection first. */
  private double delay(int requests) {
    return Math.max(delaySeconds, requests / mostDelayedRps);
  }

  private Distribution distribution(int requests) {
    int mode = mode(requests);
    int first = mode;
    for (double weight = 1; first > 0 && weight > NEGLIGIBLE; first--) {
      weight /= ratio(requests, first - 1);
    }
    int last = mode;
    for (double weight = 1; last < requests && weight > NEGLIGIBLE; last++) {
      weight *= ratio(requests, last);
    }
    double[] weights = new double[last - first + 1];
    weights[mode - first] = 1;
    for (int there = mode; there > first; there--) {
      weights[there - 1 - first] = weights[there - first] / ratio(requests, there - 1);
    }
    for (int there = mode; there < last; there++) {
      weights[there + 1 - first] = weights[there - first] * ratio(requests, there);
    }
    return new Distribution(first, weights);
  }

  /** The likeliest number at the station. */
  private int mode(int requests) {
    int low = 0;
    int high = requests;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ratio(requests, middle) > 1) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** How likely each number of requests at the station is. */
  private static final class Distribution {

    private final int first;
    private final double[] shares;

    /**
     * Distribution with weights of {@code first} requests, one more, and so on; other numbers do
     * not occur.
     */
    Distribution(int first, double[] weights) {
      double sum = Arrays.stream(weights).sum();
      this.first = first;
      this.shares = Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    double mean(IntToDoubleFunction of) {
      double sum = 0;
      for (int i = 0; i < shares.length; i++) {
        sum += shares[i] * of.applyAsDouble(first + i);
      }
      return sum;
    }

    int median() {
      double upTo = 0;
      for (int i = 0; i < shares.length; i++) {
        upTo += shares[i];
        if (upTo >= 0.5) {
          return first + i;
        }
      }
      return first + shares.length - 1;
    }
  }
}
