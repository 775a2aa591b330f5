package dev.tierbench.report.stats;

import dev.tierbench.metrics.Better;
import java.util.stream.Stream;

/**
 * Two samples of one metric to be tested.
 *
 * @param negligible a value up to which a ratio has no meaning, such as 0.01 calls per request
 */
public record SamplePair(Sample a, Sample b, Better better, double negligible) {

  /** Whether no trial of either side is above the negligible. */
  public boolean isNegligible() {
    return Stream.of(a, b)
        .flatMap(side -> side.values().stream())
        .allMatch(value -> value <= negligible);
  }
}
