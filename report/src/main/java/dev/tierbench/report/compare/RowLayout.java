package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Lays out the rows that a comparison needs.
 *
 * @param level of the tests of rounds that both sides share
 */
record RowLayout(Side a, Side b, ComparisonOptions options, double level) {

  Stream<UntestedRow> of(SubjectPair pair) {
    List<Parameters> common = common(pair);
    if (options.by() == GroupBy.SUBJECT) {
      return options.metrics().stream().map(metric -> overCells(pair, common, metric));
    }
    // Of roles, system calls and frames there are many: nothing asked for, only those of one cell.
    boolean all = options.by() == GroupBy.CELL || !options.wanted().isEmpty();
    return common.subList(all ? 0 : Math.max(0, common.size() - 1), common.size()).stream()
        .map(at -> cell(pair, at))
        .flatMap(cell ->
            switch (options.by()) {
              case SUBJECT, CELL -> cell.byMetric(options.metrics());
              case ROLE -> cell.byRole();
              case SYSCALL -> cell.bySyscall();
              case FRAME -> cell.byFrame();
            });
  }

  /** The parameters at which both sides have a valid trial. */
  private List<Parameters> common(SubjectPair pair) {
    TreeSet<Parameters> common = new TreeSet<>(valid(a.run(), pair.a()));
    common.retainAll(valid(b.run(), pair.b()));
    common.removeIf(at -> !options.covers(at));
    return List.copyOf(common);
  }

  private static List<Parameters> valid(Run run, String subject) {
    return run.steps().stream()
        .filter(step -> step.subject().equals(subject) && step.isValid())
        .map(Step::parameters)
        .toList();
  }

  private CellRows cell(SubjectPair pair, Parameters at) {
    return new CellRows(
        pair,
        at,
        a.run().steps(new Cell(pair.a(), at)),
        again(pair).map(control -> a.entire().steps(new Cell(control, at))).orElse(List.of()),
        b.run().steps(new Cell(pair.b(), at)),
        a.run().operation(),
        options.role(),
        HostDifference.of(a, b, pair, List.of(at)),
        level);
  }

  /**
   * The control whose values count as second ones of A: versions of a program scatter alike. None
   * beside a control, which would be compared with itself.
   */
  private Optional<String> again(SubjectPair pair) {
    return a.again(pair.a())
        .filter(control -> b.run().isVersion(pair.b()) && !Plan.isControl(pair.b()));
  }

  private UntestedRow overCells(SubjectPair pair, List<Parameters> cells, Metric metric) {
    Map<Path, Optional<Double>> ofA = meansByRound(a.run(), pair.a(), cells, metric);
    Map<Path, Optional<Double>> ofB = meansByRound(b.run(), pair.b(), cells, metric);
    return new UntestedRow(
        RowKey.of(overCells(metric, cells), pair.label()),
        new SamplePair(
            means(a.run(), pair.a(), cells, metric),
            means(b.run(), pair.b(), cells, metric),
            metric.better(),
            metric.negligible(),
            Samples.rounds(
                ofA,
                again(pair)
                    .map(control -> meansByRound(a.entire(), control, cells, metric))
                    .orElse(Map.of()),
                ofB,
                level),
            Samples.areApart(ofA, ofB)),
        new TrialCounts(
            ValidTrials.ofAll(a.run().trials(pair.a()), cells),
            ValidTrials.ofAll(b.run().trials(pair.b()), cells)),
        Optional.of(metric),
        metric.isOfSpeed() ? HostDifference.of(a, b, pair, cells) : List.of());
  }

  /** A mean over several cells is no percentile, rate or count of any of them. */
  private String overCells(Metric metric, List<Parameters> cells) {
    String title = metric.title(a.run().operation());
    return cells.size() == 1 ? title : "geometric mean over cells of " + title;
  }

  /**
   * One value per trial over several cells: the geometric mean, so that no cell outweighs another.
   * A trial that lacks a cell has no such value; one that measured 0 in a cell has 0.
   */
  private static Sample means(Run run, String subject, List<Parameters> cells, Metric metric) {
    return Sample.of(
        run.trials(subject).stream().flatMap(trial -> mean(trial, cells, metric).stream()));
  }

  private static Map<Path, Optional<Double>> meansByRound(
      Run run, String subject, List<Parameters> cells, Metric metric) {
    Map<Path, Optional<Double>> means = new TreeMap<>();
    for (Trial trial : run.trials(subject)) {
      trial.round().ifPresent(round -> means.put(round, mean(trial, cells, metric)));
    }
    return means;
  }

  private static Optional<Double> mean(Trial trial, List<Parameters> cells, Metric metric) {
    List<Double> values =
        trial.steps().stream()
            .filter(step -> step.isValid() && cells.contains(step.parameters()))
            .flatMap(step -> step.value(metric).stream())
            .toList();
    return values.isEmpty() || values.size() < cells.size()
        ? Optional.empty()
        : Optional.of(Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow()));
  }
}
