package dev.tierbench.report.page;

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
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The findings of a run, in sentences made of its values: who wins by how much and where each
 * breaks, what the same work cost each where rates were offered, and what was counted in the
 * kernel; with the verdicts at the level or rate that the sentences are about. Of a run whose tiers
 * share cores nobody wins, and there are no verdicts. A suite has sentences of its own.
 *
 * @param topics of the sentences
 */
public record KeyFindings(
    List<String> topics, List<String> sentences, List<Badge> badges, Map<String, Long> steps) {

  static final String NO_VALID_STEP =
      "No step of this run is valid, so it says nothing about any server.";

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

  public KeyFindings {
    topics = List.copyOf(topics);
    sentences = List.copyOf(sentences);
    badges = List.copyOf(badges);
  }

  /** The answer of one run. */
  public static KeyFindings of(RunAnalysis analysis) {
    return of(analysis, withoutControl(analysis.run(), analysis.noise()));
  }

  /** The answer of two runs side by side, whose noise each has by itself. */
  static KeyFindings ofBoth(RunAnalysis analysis) {
    return of(analysis, analysis.run());
  }

  private static KeyFindings of(RunAnalysis analysis, Run shown) {
    return switch (shown.kind()) {
      case HTTP -> ofServers(analysis, shown);
      case SUITE -> ofSuite(analysis);
    };
  }

  private static KeyFindings ofSuite(RunAnalysis analysis) {
    Run run = analysis.run();
    List<PairVerdict> verdicts = PairVerdict.of(run, analysis.comparisons());
    SuiteFindings findings = new SuiteFindings(run, Ranking.of(run, verdicts), OutcomeData.of(run));
    return new KeyFindings(SuiteFindings.TOPICS, findings.sentences(), List.of(), stepCounts(run));
  }

  private static KeyFindings ofServers(RunAnalysis analysis, Run shown) {
    Run run = analysis.run();
    List<Comparison> comparisons =
        analysis.comparisons().stream()
            .filter(pair -> shown.subjects().containsAll(List.of(pair.a().text(), pair.b().text())))
            .toList();
    List<Badge> badges = new ArrayList<>();
    Map<String, String> sentences = new LinkedHashMap<>();
    for (String axis : shown.axes()) {
      Optional<Parameters> top = topCommon(shown, axis);
      if (!run.manifest().pinning().sharingAsked()) {
        top.ifPresent(at -> comparisons.forEach(pair -> badges.addAll(badges(pair, at))));
      }
      if (axis.equals(Parameters.CONCURRENCY)) {
        sentences.put("Who wins", new ThroughputRanking(shown, comparisons).sentence(top));
        sentences.put("Where each breaks", new ScalabilityLimits(shown, run.steps()).sentence());
      } else {
        sentences.put("At equal work", new EqualWork(shown, comparisons).sentence(top));
        shown
            .manifest()
            .goal()
            .ifPresent(
                goal -> sentences.put("Highest rate", new HighestRates(shown, goal).sentence()));
      }
    }
    if (sentences.isEmpty()) {
      sentences.put("Who wins", NO_VALID_STEP);
    }
    sentences.put("What was counted", new KernelCounts(shown).sentence());
    return new KeyFindings(
        List.copyOf(sentences.keySet()), List.copyOf(sentences.values()), badges, stepCounts(run));
  }

  /** A server under a second name only shows the noise floor, unless there is nothing else. */
  private static Run withoutControl(Run run, NoiseFloor noise) {
    List<String> same = noise.servers();
    return same.isEmpty() || run.subjects().size() <= same.size()
        ? run
        : run.only(server -> !server.equals(same.getLast()));
  }

  /** The highest place on an axis at which the most servers have a valid trial. */
  private static Optional<Parameters> topCommon(Run run, String axis) {
    return mostServers(
        run.parameters(axis),
        at ->
            run.subjects().stream()
                .filter(server -> run.steps(new Cell(server, at)).stream().anyMatch(Step::isValid))
                .count());
  }

  /** The highest place with the most servers; empty when none has any. */
  static Optional<Parameters> mostServers(
      List<Parameters> places, ToLongFunction<Parameters> servers) {
    return places.stream()
        .filter(at -> servers.applyAsLong(at) > 0)
        .max(Comparator.comparingLong(servers).thenComparing(Comparator.naturalOrder()));
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

  /** How many steps were tried and do not count, in words. */
  static String failed(List<Step> steps) {
    List<Step> failed = steps.stream().filter(step -> step.state() == StepState.FAILED).toList();
    return failed.isEmpty()
        ? "no step failed its checks"
        : "%s of %s steps failed their checks and count nowhere"
            .formatted(Numbers.whole(failed.size()), Numbers.whole(steps.size()));
  }
}
