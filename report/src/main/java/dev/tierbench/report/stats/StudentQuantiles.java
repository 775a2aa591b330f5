package dev.tierbench.report.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Quantiles of Student's distribution for whole degrees of freedom. Each is computed once, since a
 * search for the number of trials asks for the same few again for every row of a comparison.
 */
final class StudentQuantiles {

  private static final Map<Tail, Double> KNOWN = new ConcurrentHashMap<>();

  private record Tail(int freedom, double probability) {}

  private StudentQuantiles() {}

  /** The value that is exceeded with this probability, such as 2.228 for 10 degrees and 0.025. */
  static double exceededWith(double probability, int freedom) {
    return KNOWN.computeIfAbsent(
        new Tail(freedom, probability),
        tail -> TDistribution.of(tail.freedom()).inverseSurvivalProbability(tail.probability()));
  }
}
