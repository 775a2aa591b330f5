package dev.tierbench.report.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tierbench.metrics.Bounds;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.ComparisonRecord;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.NoiseFloor;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.SuiteDescriptor;
import dev.tierbench.run.SuitePlan;
import dev.tierbench.run.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the page of a suite shows besides what every page does.
 *
 * @param baseline the implementation that others are a ratio of at first
 * @param cells by their place, as every other part of the page names them
 * @param outcomes of each implementation in each cell
 * @param verdicts of each pair of implementations in each cell
 * @param published figures of the study, as ratios to one of its implementations
 */
record SuiteData(
    String title,
    String study,
    String baseline,
    List<SuiteData.CellName> cells,
    List<Outcome> outcomes,
    List<SuiteData.PairVerdict> verdicts,
    List<Ranking> rankings,
    List<SuiteDescriptor.Published> published,
    List<String> defects,
    List<SuiteData.Note> notes,
    @JsonIgnore List<ComparisonRecord> comparisons,
    @JsonIgnore KeyFindings answer) {

  /** A cell by its place. */
  record CellName(String label, @JsonProperty("case") String caseName, Optional<Integer> size) {}

  /**
   * How a cell ended.
   *
   * @param boundMs the least time of a run; empty when nothing bounds it
   */
  record Outcome(
      String subject,
      int level,
      String outcome,
      Optional<String> reason,
      Optional<Double> predictedMs,
      Optional<Double> boundMs) {}

  /** What was found of b against a. */
  record PairVerdict(
      String a, String b, int level, String metric, String finding, Optional<Double> ratio) {}

  /** What a descriptor says of an implementation. */
  record Note(String subject, boolean published, String note) {}

  static SuiteData of(Run run, NoiseFloor noise) {
    List<Comparison> pairs = ServerComparisons.all(run, noise);
    Optional<SuiteDescriptor> descriptor = run.suitePlan().map(SuitePlan::descriptor);
    String baseline =
        descriptor
            .map(SuiteDescriptor::baseline)
            .filter(run.subjects()::contains)
            .or(() -> run.subjects().stream().findFirst())
            .orElse("");
    return new SuiteData(
        descriptor.map(SuiteDescriptor::title).orElse(run.suite()),
        descriptor.map(SuiteDescriptor::study).orElse(""),
        baseline,
        run.parameters().stream().map(SuiteData::name).toList(),
        outcomes(run),
        pairs.stream().flatMap(pair -> verdicts(run, pair).stream()).toList(),
        Ranking.of(run, pairs),
        descriptor.map(SuiteDescriptor::published).orElse(List.of()),
        descriptor.map(SuiteDescriptor::defects).orElse(List.of()),
        descriptor.map(suite -> notes(run, suite)).orElse(List.of()),
        pairs.stream()
            .filter(pair -> pair.a().text().equals(baseline) || pair.b().text().equals(baseline))
            .map(ComparisonRecord::of)
            .toList(),
        SuiteFindings.of(run, pairs));
  }

  private static CellName name(Parameters cell) {
    return new CellName(
        cell.label(), cell.values().getOrDefault(SuitePlan.CASE, ""), cell.number(SuitePlan.SIZE));
  }

  private static List<Note> notes(Run run, SuiteDescriptor suite) {
    return run.subjects().stream()
        .filter(subject -> suite.implementations().containsKey(run.model(subject)))
        .map(subject -> {
          SuiteDescriptor.Implementation of = suite.implementations().get(run.model(subject));
          return new Note(subject, of.published(), of.note().orElse(""));
        })
        .toList();
  }

  private static List<Outcome> outcomes(Run run) {
    List<Outcome> all = new ArrayList<>();
    for (Parameters at : run.parameters()) {
      for (String subject : run.subjects()) {
        List<Step> steps = run.steps(new Cell(subject, at));
        steps.stream()
            .filter(Step::isValid)
            .findFirst()
            .or(() -> steps.stream().findFirst())
            .flatMap(Step::work)
            .ifPresent(work -> all.add(outcome(run, subject, at, work)));
      }
    }
    return all;
  }

  private static Outcome outcome(Run run, String subject, Parameters at, Work work) {
    return new Outcome(
        subject,
        run.position(at),
        work.outcome().label(),
        work.reason(),
        work.prediction().seconds().map(seconds -> seconds * 1e3),
        Bounds.of(work).map(bound -> bound.seconds() * 1e3).filter(ms -> ms > 0));
  }

  private static List<PairVerdict> verdicts(Run run, Comparison pair) {
    List<PairVerdict> verdicts = new ArrayList<>();
    for (Metric metric : Metrics.main(run.kind())) {
      for (Row row : pair.rows()) {
        if (row.key().metric().equals(metric.title(run.kind()))) {
          verdicts.add(
              new PairVerdict(
                  pair.a().text(),
                  pair.b().text(),
                  run.position(row.key().parameters().orElseThrow()),
                  metric.id(),
                  row.result().conclusion().id(),
                  row.result().ratio()));
        }
      }
    }
    return verdicts;
  }
}
