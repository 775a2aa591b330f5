package dev.tierbench.report.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges the rows of one comparison together. <em>Better</em> and <em>worse</em> need all of: the
 * bootstrap interval of the ratio clears the threshold, Welch's p corrected for the number of rows
 * is below 5 %, and the rank test agrees where it has the trials. <em>Equivalent</em>: the interval
 * lies inside the threshold, and two one-sided tests reject a difference as large. A pure function.
 *
 * @param threshold the least relative difference that matters, such as 0.05
 */
public record Judge(double threshold) {

  private static final double ALPHA = 0.05;

  public Judge {
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException(
          "a threshold lies between 0 and 100 %, not " + threshold * 100);
    }
  }

  /** The judgements, in the order of the pairs. */
  public List<Judgement> judge(List<Pair> pairs) {
    List<RowTest> tests = pairs.stream().map(pair -> RowTest.of(pair.a(), pair.b())).toList();
    double[] corrected =
        BenjaminiHochberg.adjust(tests.stream().flatMap(test -> test.welch().stream()).toList());
    List<Judgement> judgements = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < pairs.size(); i++) {
      boolean tested = tests.get(i).welch().isPresent();
      judgements.add(
          judge(
              pairs.get(i),
              tests.get(i),
              tested ? Optional.of(corrected[next++]) : Optional.empty()));
    }
    return judgements;
  }

  private Judgement judge(Pair pair, RowTest test, Optional<Double> adjusted) {
    Optional<Interval> interval = BootstrapMedian.ratio(pair.a(), pair.b());
    Finding finding = finding(pair, test, adjusted, interval);
    return new Judgement(
        finding,
        ratio(pair),
        interval,
        test,
        adjusted,
        finding == Finding.INCONCLUSIVE
            ? TrialsNeeded.of(pair.a(), pair.b(), threshold)
            : Optional.empty());
  }

  private static Optional<Double> ratio(Pair pair) {
    boolean both = !pair.a().isEmpty() && !pair.b().isEmpty() && pair.a().median() > 0;
    return both ? Optional.of(pair.b().median() / pair.a().median()) : Optional.empty();
  }

  private Finding finding(
      Pair pair, RowTest test, Optional<Double> adjusted, Optional<Interval> interval) {
    if (pair.a().isEmpty() || pair.b().isEmpty()) {
      return Finding.NOT_MEASURED;
    }
    if (pair.a().size() < 2 || pair.b().size() < 2) {
      return Finding.ONE_TRIAL;
    }
    if (pair.isNegligible()) {
      return Finding.EQUIVALENT;
    }
    boolean differs =
        adjusted.orElse(1.0) < ALPHA && test.mannWhitney().stream().allMatch(p -> p < ALPHA);
    if (differs && isAbove(pair.a(), pair.b(), interval)) {
      return pair.better() == Better.HIGHER ? Finding.BETTER : Finding.WORSE;
    }
    if (differs && isAbove(pair.b(), pair.a(), interval.map(Judge::inverse))) {
      return pair.better() == Better.HIGHER ? Finding.WORSE : Finding.BETTER;
    }
    return interval.filter(this::isInside).isPresent()
            && Equivalence.holds(pair.a(), pair.b(), threshold, ALPHA)
        ? Finding.EQUIVALENT
        : Finding.INCONCLUSIVE;
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
