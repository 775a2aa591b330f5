package dev.tierbench.report.stats;

import dev.tierbench.metrics.Better;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two samples of one metric to be tested.
 *
 * @param negligible a value up to which a ratio has no meaning, such as 0.01 calls per request
 * @param rounds in which both were measured; empty of trials that have nothing in common
 * @param apart both were measured in rounds of one run, and fewer than two have a value of each:
 *     what differs may be the rounds
 */
public record SamplePair(
    Sample a,
    Sample b,
    Better better,
    double negligible,
    Optional<PairedRounds> rounds,
    boolean apart) {

  /** Two samples that are not apart. */
  public SamplePair(
      Sample a, Sample b, Better better, double negligible, Optional<PairedRounds> rounds) {
    this(a, b, better, negligible, rounds, false);
  }

  /** Two samples of trials that have nothing in common. */
  public SamplePair(Sample a, Sample b, Better better, double negligible) {
    this(a, b, better, negligible, Optional.empty());
  }

  /** Whether no trial of either side is above the negligible. */
  public boolean isNegligible() {
    return Stream.of(a, b)
        .flatMap(side -> side.values().stream())
        .allMatch(value -> value <= negligible);
  }
}
