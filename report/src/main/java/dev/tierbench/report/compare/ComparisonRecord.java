package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Optional;

/** A comparison for programs; intervals are those of {@link BootstrapMedian}. */
public record ComparisonRecord(
    String schema,
    String a,
    String b,
    double threshold,
    boolean anyWorse,
    List<SetupDifference> differences,
    List<MissingCounterpart> missingCounterparts,
    List<Line> rows) {

  public static final String SCHEMA = "tierbench/comparison/1";

  /** One row. {@code ratio} is b over a; what could not be had is empty. */
  public record Line(
      String metric,
      String subject,
      Optional<String> parameters,
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
        comparison.options().threshold(),
        comparison.anyWorse(),
        comparison.differences(),
        comparison.missingCounterparts(),
        comparison.rows().stream().map(row -> line(row, comparison.a().run())).toList());
  }

  private static Line line(Row row, Run run) {
    DifferenceResult result = row.result();
    Optional<Interval> ofA = BootstrapMedian.interval(row.a());
    Optional<Interval> ofB = BootstrapMedian.interval(row.b());
    return new Line(
        row.key().metric(),
        row.key().subject(),
        row.key().parameters().map(Parameters::text),
        row.key().parameters().map(run::position),
        row.key().role(),
        row.key().syscall(),
        result.conclusion().id(),
        median(row.a()),
        ofA.map(Interval::low),
        ofA.map(Interval::high),
        row.a().size(),
        median(row.b()),
        ofB.map(Interval::low),
        ofB.map(Interval::high),
        row.b().size(),
        result.ratio(),
        result.interval().map(Interval::low),
        result.interval().map(Interval::high),
        result.pValues().mannWhitney(),
        result.pValues().welch(),
        result.adjusted(),
        result.trialsNeeded(),
        row.noise());
  }

  private static Optional<Double> median(Sample sample) {
    return sample.isEmpty() ? Optional.empty() : Optional.of(sample.median());
  }
}
