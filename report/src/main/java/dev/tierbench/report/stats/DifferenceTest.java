package dev.tierbench.report.stats;

import dev.tierbench.metrics.Better;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.TTest;

/**
 * Tests the rows of one comparison together. <em>Better</em> and <em>worse</em> need all of: the
 * bootstrap interval of the ratio clears the threshold, Welch's p corrected for the number of rows
 * is below 5 %, and the rank test agrees where it has the trials. <em>Equivalent</em>: the interval
 * lies inside the threshold, and two one-sided tests reject a difference as large. Of subjects that
 * shared rounds, interval and tests are those of {@link PairedRounds}, of the ratios within rounds;
 * they met the same hosts, so that the ratio has to clear the threshold and the test to reject that
 * there is none. Two that shared a run's rounds and have fewer than two in common are not compared.
 * A pure function.
 *
 * @param threshold the least relative difference that matters, such as 0.05
 */
public record DifferenceTest(double threshold) {

  /** How often a comparison that is looked at once may call equal subjects different. */
  public static final double ALPHA = 0.05;

  public DifferenceTest {
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException(
          "a threshold lies between 0 and 100 %, not " + threshold * 100);
    }
  }

  /** The results, in the order of the pairs. */
  public List<DifferenceResult> test(List<SamplePair> pairs) {
    List<PValues> pValues = pairs.stream().map(PValues::of).toList();
    double[] corrected =
        BenjaminiHochberg.adjust(pValues.stream().flatMap(p -> p.welch().stream()).toList());
    PrimitiveIterator.OfDouble next = Arrays.stream(corrected).iterator();
    List<DifferenceResult> results = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      Optional<Double> adjusted = pValues.get(i).welch().map(any -> next.next());
      results.add(test(pairs.get(i), pValues.get(i), adjusted));
    }
    return results;
  }

  private DifferenceResult test(SamplePair pair, PValues pValues, Optional<Double> adjusted) {
    Optional<Interval> interval =
        pair.rounds()
            .map(PairedRounds::interval)
            .orElseGet(
                () -> pair.apart() ? Optional.empty() : BootstrapMedian.ratio(pair.a(), pair.b()));
    Conclusion conclusion = conclude(pair, pValues, adjusted, interval);
    return new DifferenceResult(
        conclusion,
        ratio(pair),
        interval,
        pValues,
        adjusted,
        conclusion == Conclusion.INCONCLUSIVE
            ? pair.rounds()
                .map(rounds -> Reach.of(rounds, threshold))
                .or(() -> Reach.of(pair.a(), pair.b(), threshold))
            : Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<Double> ratio(SamplePair pair) {
    if (pair.rounds().isPresent()) {
      return Optional.of(pair.rounds().get().ratio());
    }
    boolean both = !pair.a().isEmpty() && !pair.b().isEmpty() && pair.a().median() > 0;
    return both ? Optional.of(pair.b().median() / pair.a().median()) : Optional.empty();
  }

  private Conclusion conclude(
      SamplePair pair, PValues pValues, Optional<Double> adjusted, Optional<Interval> interval) {
    if (pair.a().isEmpty() || pair.b().isEmpty()) {
      return Conclusion.NOT_MEASURED;
    }
    if (pair.a().size() < 2 || pair.b().size() < 2 || pair.apart()) {
      return Conclusion.ONE_TRIAL;
    }
    if (pair.isNegligible()) {
      return Conclusion.EQUIVALENT;
    }
    double level = pair.rounds().map(PairedRounds::level).orElse(ALPHA);
    boolean differs =
        adjusted.orElse(1.0) < level && pValues.mannWhitney().stream().allMatch(p -> p < level);
    Optional<Interval> cleared =
        pair.rounds()
            .map(rounds -> new Interval(rounds.ratio(), rounds.ratio()))
            .or(() -> interval);
    boolean above = isAbove(pair.a(), pair.b(), cleared);
    boolean below = isAbove(pair.b(), pair.a(), cleared.map(DifferenceTest::inverse));
    if (differs && (above || below)) {
      return above == (pair.better() == Better.HIGHER) ? Conclusion.BETTER : Conclusion.WORSE;
    }
    return interval.filter(this::isInside).isPresent() && isEquivalent(pair)
        ? Conclusion.EQUIVALENT
        : Conclusion.INCONCLUSIVE;
  }

  /**
   * Whether two positive samples differ by less than the threshold: two one-sided tests (Schuirmann
   * 1987), Welch's of the logarithms. Few trials that happen to lie close together do not pass.
   */
  private boolean isEquivalent(SamplePair pair) {
    if (pair.rounds().isPresent()) {
      return pair.rounds().get().isEquivalent(threshold);
    }
    Sample a = pair.a();
    Sample b = pair.b();
    double[] x = a.logs();
    double[] y = b.logs();
    double most = Math.log1p(threshold);
    if (PValues.isConstant(x) && PValues.isConstant(y)) {
      return Math.abs(x[0] - y[0]) < most;
    }
    TTest test = TTest.withDefaults();
    double below =
        test.withMu(-most).with(AlternativeHypothesis.GREATER_THAN).test(x, y).getPValue();
    double above = test.withMu(most).with(AlternativeHypothesis.LESS_THAN).test(x, y).getPValue();
    return below < ALPHA && above < ALPHA;
  }

  /** A side without a ratio is above when all of it is above a side that holds a zero. */
  private boolean isAbove(Sample under, Sample over, Optional<Interval> ratio) {
    return ratio
        .map(interval -> interval.low() > 1 + threshold)
        .orElseGet(() -> over.values().getFirst() > under.values().getLast() * (1 + threshold));
  }

  private boolean isInside(Interval ratio) {
    return ratio.low() > 1 / (1 + threshold) && ratio.high() < 1 + threshold;
  }

  private static Interval inverse(Interval ratio) {
    return new Interval(1 / ratio.high(), 1 / ratio.low());
  }
}
