package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.report.stats.TrialLoss;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A row before it is tested.
 *
 * @param trials of both sides in the cells that the row is about
 * @param hosts how fast they were around the steps; none when they were not probed, or when the
 *     value does not depend on it
 */
record UntestedRow(
    RowKey key,
    SamplePair pair,
    TrialCounts trials,
    Optional<Metric> metric,
    List<HostDifference> hosts) {

  UntestedRow {
    hosts = List.copyOf(hosts);
  }

  /** Whether either side has a value. */
  boolean isMeasured() {
    return !pair.a().isEmpty() || !pair.b().isEmpty();
  }

  /** Whether it is about one of those metrics, by their ids. */
  boolean isOf(Set<String> metrics) {
    return metric.map(Metric::id).filter(metrics::contains).isPresent();
  }

  /**
   * The values that B lost, by the rule for lost trials, of a metric of which an absent one is the
   * worst; empty when it lost none, or no more than chance.
   */
  Optional<MissingCounterpart> lost() {
    return isOfSurvivors()
            && TrialLoss.isLoss(
                pair.a().size(), trials.a().valid(), pair.b().size(), trials.b().valid())
        ? Optional.of(
            new MissingCounterpart(
                key.subject(),
                key.parameters(),
                Optional.of(key.metric()),
                count(pair.a(), trials.a()),
                count(pair.b(), trials.b()),
                true,
                true))
        : Optional.empty();
  }

  /** Whether valid trials of a side have no value, and did worse than those that have one. */
  private boolean isOfSurvivors() {
    return metric.filter(Metric::absentIsWorst).isPresent()
        && (pair.a().size() < trials.a().valid() || pair.b().size() < trials.b().valid());
  }

  /** {@code has a value in 2 of 4 valid trials}. */
  private static String count(Sample sample, ValidTrials of) {
    return "has a value in " + new ValidTrials(sample.size(), of.valid()).text() + " valid trials";
  }

  /** What the hosts, and trials without a value, leave of the result of its test. */
  DifferenceResult limited(DifferenceResult tested, double threshold) {
    if (isOfSurvivors()) {
      return tested.ofSurvivors(
          "A " + count(pair.a(), trials.a()) + ", B " + count(pair.b(), trials.b()));
    }
    if (pair.isNegligible()) {
      return tested;
    }
    DifferenceResult result = tested;
    for (HostDifference host : hosts) {
      result = host.limits(result, pair.better(), threshold);
    }
    return result;
  }
}
