package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.finding.OutcomeData;
import dev.tierbench.report.finding.PairVerdict;
import dev.tierbench.report.finding.Ranking;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Baseline;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.run.Cell;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Implementation;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the page of a suite has besides what all pages have.
 *
 * @param cases their descriptions
 * @param notes by implementation
 * @param shades from which ratio on a verdict is shown light, and dark
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
record SuiteData(
    Map<String, String> cases,
    Map<String, String> notes,
    String baseline,
    List<Double> shades,
    List<PairVerdict> verdicts,
    List<Ranking> rankings,
    List<OutcomeData> outcomes,
    List<SuiteData.BoundData> bounds) {

  /** Difference from which a shade is dark, as in the study on Reactive Streams. */
  private static final double DARK = 0.1;

  private static final Metric BOUND = Metrics.get("bound_ms");

  /** The least time of a run of a cell. */
  record BoundData(String subject, String cell, double ms) {}

  static SuiteData of(Run run, List<Comparison> comparisons) {
    Optional<SuiteDescriptor> suite = run.suitePlan().map(plan -> plan.descriptor());
    List<PairVerdict> verdicts = PairVerdict.of(run, comparisons);
    return SuiteDataBuilder.stagedBuilder()
        .cases(suite.map(SuiteData::cases).orElse(Map.of()))
        .notes(notes(run))
        .baseline(Baseline.of(run).subject())
        .shades(List.of(run.threshold(), DARK))
        .verdicts(verdicts)
        .rankings(Ranking.of(run, verdicts))
        .outcomes(OutcomeData.of(run))
        .bounds(run.cells().stream().flatMap(cell -> bound(run, cell)).toList())
        .build();
  }

  private static Map<String, String> cases(SuiteDescriptor suite) {
    Map<String, String> cases = new LinkedHashMap<>();
    suite.cases().forEach((name, of) -> cases.put(name, of.description()));
    return cases;
  }

  private static Map<String, String> notes(Run run) {
    Map<String, String> notes = new LinkedHashMap<>();
    run.subjects()
        .forEach(subject ->
            run.implementation(subject)
                .flatMap(Implementation::note)
                .ifPresent(note -> notes.put(subject, note)));
    return notes;
  }

  private static Stream<BoundData> bound(Run run, Cell cell) {
    return Samples.of(run, cell, BOUND).middle().stream()
        .map(ms -> new BoundData(cell.subject(), cell.parameters().text(), ms));
  }
}
