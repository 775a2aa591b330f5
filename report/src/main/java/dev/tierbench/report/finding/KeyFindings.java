package dev.tierbench.report.finding;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.report.metric.NoiseFloor;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The answer of a run: its findings, with the verdicts at the level or rate that they are about. A
 * run whose tiers share cores has no verdicts.
 */
public record KeyFindings(List<Finding> findings, List<Badge> badges, Map<String, Long> steps) {

  /**
   * A verdict on one metric: what was found of b against a.
   *
   * @param noise what this host makes of no difference at all; empty when not measured
   */
  public record Badge(
      Conclusion finding,
      String verdict,
      String metric,
      String unit,
      String ratio,
      String a,
      String b,
      String of,
      Optional<String> noise) {}

  private static final int NAMED_STEPS = 3;

  public KeyFindings {
    findings = List.copyOf(findings);
    badges = List.copyOf(badges);
  }

  /** The answer of one run. */
  public static KeyFindings of(RunAnalysis analysis) {
    return of(analysis, withoutControl(analysis.run(), analysis.noise()));
  }

  /** The answer of two runs side by side, whose noise each has by itself. */
  public static KeyFindings ofBoth(RunAnalysis analysis) {
    return of(analysis, analysis.run());
  }

  /** The findings as text, each behind its topic. */
  public List<String> sentences() {
    return findings.stream().map(each -> each.topic() + ": " + each.sentence()).toList();
  }

  /** The findings of the first topic: a suite has one for each case. */
  public String first() {
    return findings.stream()
        .filter(finding -> finding.topic().equals(findings.getFirst().topic()))
        .map(Finding::sentence)
        .collect(Collectors.joining(" "));
  }

  private static KeyFindings of(RunAnalysis analysis, Run shown) {
    return switch (shown.kind()) {
      case HTTP -> ofServers(analysis, shown);
      case SUITE ->
          new KeyFindings(
              new SuiteFindings(
                      analysis.run(), PairVerdict.of(analysis.run(), analysis.comparisons()))
                  .all(),
              List.of(),
              stepCounts(analysis.run()));
    };
  }

  private static KeyFindings ofServers(RunAnalysis analysis, Run shown) {
    Run run = analysis.run();
    List<Comparison> comparisons =
        analysis.comparisons().stream()
            .filter(pair -> shown.subjects().containsAll(List.of(pair.a().text(), pair.b().text())))
            .toList();
    ServerFindings findings =
        new ServerFindings(shown, PairVerdict.of(run, comparisons), run.steps());
    List<Badge> badges = new ArrayList<>();
    if (!run.manifest().pinning().sharingAsked()) {
      for (String axis : shown.axes()) {
        findings
            .topCommon(axis)
            .ifPresent(at -> comparisons.forEach(pair -> badges.addAll(badges(pair, at))));
      }
    }
    return new KeyFindings(findings.all(), badges, stepCounts(run));
  }

  /** A server under a second name only shows the noise floor, unless there is nothing else. */
  private static Run withoutControl(Run run, NoiseFloor noise) {
    List<String> same = noise.servers();
    return same.isEmpty() || run.subjects().size() <= same.size()
        ? run
        : run.only(server -> !server.equals(same.getLast()));
  }

  private static List<Badge> badges(Comparison comparison, Parameters level) {
    Run run = comparison.a().run();
    return Metrics.main(run.kind()).stream()
        .flatMap(metric ->
            comparison.rows().stream()
                .filter(row -> row.key().is(metric, run.operation(), level))
                .map(row -> badge(row, metric, level, run.operation())))
        .toList();
  }

  private static Badge badge(Row row, Metric metric, Parameters level, String operation) {
    return new Badge(
        row.result().conclusion(),
        row.result().conclusion().label(),
        metric.label(),
        metric.unit(operation),
        row.result().ratio().map(Numbers::factor).orElse(Numbers.NOT_MEASURED),
        Numbers.of(row.a().middle()),
        Numbers.of(row.b().middle()),
        row.key().subject() + " at " + level.label() + row.trials().mark(),
        row.noise().map(share -> "±" + Numbers.percent(share)));
  }

  private static Map<String, Long> stepCounts(Run run) {
    return run.steps().stream()
        .collect(
            Collectors.groupingBy(
                (Step step) -> step.state().label(), TreeMap::new, Collectors.counting()));
  }

  /** How many steps were tried and do not count, in words, with the first of them. */
  static String failed(List<Step> steps) {
    List<Step> failed = steps.stream().filter(step -> step.state() == StepState.FAILED).toList();
    if (failed.isEmpty()) {
      return "no step failed its checks";
    }
    String first =
        failed.stream().limit(NAMED_STEPS).map(Step::name).collect(Collectors.joining(", "));
    int others = failed.size() - NAMED_STEPS;
    return "%s of %s steps failed their checks and count nowhere: %s%s"
        .formatted(
            Numbers.whole(failed.size()),
            Numbers.whole(steps.size()),
            first,
            others > 0 ? " and " + Numbers.whole(others) + " more" : "");
  }
}
