package dev.tierbench.report.compare;

import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Judgement;
import dev.tierbench.report.stats.Sample;
import java.util.List;
import java.util.Optional;

/** A comparison for programs; intervals are those of {@link BootstrapMedian}. */
public record ComparisonRecord(
    String schema,
    String a,
    String b,
    double threshold,
    boolean anyWorse,
    List<Difference> differences,
    List<Gap> gaps,
    List<Line> rows) {

  public static final String SCHEMA = "tierbench/comparison/1";

  /** One row. {@code ratio} is b over a; what could not be had is empty. */
  public record Line(
      String metric,
      String server,
      Optional<Integer> level,
      Optional<String> role,
      Optional<String> syscall,
      String finding,
      Optional<Double> a,
      Optional<Double> aLow,
      Optional<Double> aHigh,
      int aTrials,
      Optional<Double> b,
      Optional<Double> bLow,
      Optional<Double> bHigh,
      int bTrials,
      Optional<Double> ratio,
      Optional<Double> ratioLow,
      Optional<Double> ratioHigh,
      Optional<Double> mannWhitneyP,
      Optional<Double> welchP,
      Optional<Double> adjustedP,
      Optional<Integer> trialsNeeded,
      Optional<Double> noiseFloor) {}

  public static ComparisonRecord of(Comparison comparison) {
    return new ComparisonRecord(
        SCHEMA,
        comparison.a().text(),
        comparison.b().text(),
        comparison.question().threshold(),
        comparison.anyWorse(),
        comparison.differences(),
        comparison.gaps(),
        comparison.rows().stream().map(ComparisonRecord::line).toList());
  }

  private static Line line(Row row) {
    Judgement judgement = row.judgement();
    Optional<Interval> ofA = BootstrapMedian.interval(row.a());
    Optional<Interval> ofB = BootstrapMedian.interval(row.b());
    return new Line(
        row.key().metric(),
        row.key().server(),
        row.key().level(),
        row.key().role(),
        row.key().syscall(),
        judgement.finding().id(),
        median(row.a()),
        ofA.map(Interval::low),
        ofA.map(Interval::high),
        row.a().size(),
        median(row.b()),
        ofB.map(Interval::low),
        ofB.map(Interval::high),
        row.b().size(),
        judgement.ratio(),
        judgement.interval().map(Interval::low),
        judgement.interval().map(Interval::high),
        judgement.test().mannWhitney(),
        judgement.test().welch(),
        judgement.adjusted(),
        judgement.trialsNeeded(),
        row.noise());
  }

  private static Optional<Double> median(Sample sample) {
    return sample.isEmpty() ? Optional.empty() : Optional.of(sample.median());
  }
}
