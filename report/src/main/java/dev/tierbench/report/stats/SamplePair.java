package dev.tierbench.report.stats;

import dev.tierbench.metrics.Better;
import java.util.stream.Stream;

/**
 * Two samples of one figure to be tested.
 *
 * @param negligible a figure up to which nobody asks for a ratio, such as 0.01 calls per request
 */
public record SamplePair(Sample a, Sample b, Better better, double negligible) {

  /** Whether no trial of either side is above the negligible. */
  public boolean isNegligible() {
    return Stream.of(a, b)
        .flatMap(side -> side.values().stream())
        .allMatch(figure -> figure <= negligible);
  }
}
