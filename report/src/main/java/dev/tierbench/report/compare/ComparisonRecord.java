package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.PairedRounds;
import dev.tierbench.report.stats.Reach;
import dev.tierbench.run.Parameters;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * A comparison for programs. Intervals of one side are those of {@link BootstrapMedian}, and those
 * of a ratio likewise or of {@link PairedRounds}.
 *
 * @param levelOfRounds of the tests and intervals of ratios within rounds; empty where no row has
 *     any
 */
public record ComparisonRecord(
    String schema,
    String a,
    String b,
    double threshold,
    boolean anyWorse,
    List<SetupDifference> differences,
    List<MissingCounterpart> missingCounterparts,
    List<HostDifference> hostSpeed,
    Optional<Double> levelOfRounds,
    List<Line> rows) {

  public static final String SCHEMA = "tierbench/comparison/1";

  /**
   * One row. {@code ratio} is b over a; what could not be had is empty. Of an inconclusive row:
   *
   * @param leastTold the least relative difference that its trials tell
   * @param trialsNeeded trials a side that would decide it
   */
  @RecordBuilder
  @RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
  public record Line(
      String metric,
      String subject,
      Optional<String> parameters,
      Optional<Integer> level,
      Optional<String> role,
      Optional<String> syscall,
      Optional<String> frame,
      Conclusion finding,
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
      Optional<Double> leastTold,
      Optional<Integer> trialsNeeded,
      Optional<Double> noiseFloor,
      Optional<Conclusion> overruled,
      Optional<String> reason) {}

  public static ComparisonRecord of(Comparison comparison) {
    return new ComparisonRecord(
        SCHEMA,
        comparison.a().text(),
        comparison.b().text(),
        comparison.options().threshold(),
        comparison.anyWorse(),
        comparison.differences(),
        comparison.missingCounterparts(),
        comparison.hostSpeed(),
        comparison.levelOfRounds(),
        comparison.rows().stream().map(row -> line(row, comparison.a().run())).toList());
  }

  private static Line line(Row row, Run run) {
    DifferenceResult result = row.result();
    Optional<Interval> ofA = BootstrapMedian.interval(row.a());
    Optional<Interval> ofB = BootstrapMedian.interval(row.b());
    return ComparisonRecordLineBuilder.stagedBuilder()
        .metric(row.key().metric())
        .subject(row.key().subject())
        .parameters(row.key().parameters().map(Parameters::text))
        .level(row.key().parameters().map(run::position))
        .role(row.key().role())
        .syscall(row.key().syscall())
        .frame(row.key().frame())
        .finding(result.conclusion())
        .a(row.a().middle())
        .aLow(ofA.map(Interval::low))
        .aHigh(ofA.map(Interval::high))
        .aTrials(row.a().size())
        .b(row.b().middle())
        .bLow(ofB.map(Interval::low))
        .bHigh(ofB.map(Interval::high))
        .bTrials(row.b().size())
        .ratio(result.ratio())
        .ratioLow(result.interval().map(Interval::low))
        .ratioHigh(result.interval().map(Interval::high))
        .mannWhitneyP(result.pValues().mannWhitney())
        .welchP(result.pValues().welch())
        .adjustedP(result.adjusted())
        .leastTold(result.reach().flatMap(Reach::leastTold))
        .trialsNeeded(result.reach().map(Reach::toDecide))
        .noiseFloor(row.noise())
        .overruled(result.overruled())
        .reason(result.reason())
        .build();
  }
}
