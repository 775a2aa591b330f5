package dev.tierbench.report.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.compare.RowKey;
import dev.tierbench.report.compare.TrialCounts;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.DifferenceTest;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.PValues;
import dev.tierbench.report.stats.Sample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PairVerdictTest {

  private static final Metric THROUGHPUT = Metrics.get("throughput_rps");
  private static final double OF_MEDIANS = 0.97;

  /** Rounds whose ratios have another centre than their medians. */
  private static PairVerdict pair() {
    return pair("tomcat", "netty", Conclusion.INCONCLUSIVE, 0.8, DifferenceTest.ALPHA);
  }

  private static PairVerdict pair(
      String a, String b, Conclusion finding, double pValue, double level) {
    ValidTrials trials = new ValidTrials(3, 3);
    Sample sample = new Sample(List.of(1.0, 2.0, 3.0));
    DifferenceResult result =
        new DifferenceResult(
            finding,
            Optional.of(1.25),
            Optional.of(new Interval(1.0, 1.6)),
            new PValues(Optional.empty(), Optional.of(pValue)),
            Optional.of(pValue),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    RowKey key =
        new RowKey(
            "throughput",
            a + " → " + b,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new PairVerdict(
        a,
        b,
        "concurrency=200",
        THROUGHPUT.id(),
        finding,
        new Row(
            key,
            sample,
            sample,
            new TrialCounts(trials, trials),
            Better.HIGHER,
            false,
            Optional.empty(),
            result),
        level);
  }

  private static Finding.Verdict verdict(List<PairVerdict> ofCell, String first, String subject) {
    return PairVerdict.of(ofCell, first, subject, THROUGHPUT, OF_MEDIANS);
  }

  @Test
  void theRatioIsThatOfItsInterval() {
    assertThat(verdict(List.of(pair()), "tomcat", "netty").text())
        .isEqualTo("throughput ×1.25 [1.00–1.60], inconclusive");
    Finding.Verdict reversed = verdict(List.of(pair()), "netty", "tomcat");
    assertThat(reversed.ratio()).isCloseTo(0.8, within(1e-9));
    assertThat(reversed.interval()).contains(new Interval(0.625, 1.0));
  }

  /** Four servers, the last of which differs from the others beyond doubt. */
  private static List<PairVerdict> ofFour(double level) {
    return List.of(
        pair("a", "b", Conclusion.WORSE, 0.0034, level),
        pair("a", "c", Conclusion.INCONCLUSIVE, 0.5, level),
        pair("b", "c", Conclusion.INCONCLUSIVE, 0.6, level),
        pair("a", "d", Conclusion.WORSE, 1e-6, level),
        pair("b", "d", Conclusion.WORSE, 1e-6, level),
        pair("c", "d", Conclusion.WORSE, 1e-6, level));
  }

  @Test
  void aDifferenceFromTheFirstStandsAtTheLevelOfTheLook() {
    assertThat(verdict(ofFour(DifferenceTest.ALPHA), "a", "b").chosenAmong()).isEmpty();
    assertThat(verdict(ofFour(0.0070), "a", "b").text())
        .endsWith("worse as a pair, not surely beside the first chosen among 4");
    assertThat(verdict(ofFour(0.0070), "a", "d").chosenAmong()).isEmpty();
  }

  @Test
  void withoutAComparisonItIsThatOfTheMedians() {
    Finding.Verdict alone = verdict(List.of(), "tomcat", "netty");
    assertThat(alone.ratio()).isEqualTo(OF_MEDIANS);
    assertThat(alone.interval()).isEmpty();
  }
}
