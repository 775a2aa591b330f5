package dev.tierbench.report.capacity;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** How likely each number of requests at the station is. */
final class Distribution {

  private final int first;
  private final double[] shares;

  /** Of weights from a number of requests on; what is before and after them does not occur. */
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
