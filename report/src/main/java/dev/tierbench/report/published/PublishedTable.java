package dev.tierbench.report.published;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Published;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * One metric of a study beside a run. Values of suites are times of another machine, so there are
 * only multiples of the same implementation, unless the study printed differences or the run has a
 * second metric beside; values of servers are per request, and stand too.
 *
 * @param base the subject whose multiple is 1
 * @param beside title of a second metric of this run; empty without one
 */
public record PublishedTable(
    String target,
    String caseName,
    String metric,
    String base,
    Optional<String> beside,
    List<PublishedTable.Row> rows) {

  /** The largest ratio of a level of a run to one of the study that it may stand beside. */
  private static final double NEAR = 1.5;

  /**
   * One subject at one size.
   *
   * @param size number of operations, or concurrent requests, of the study
   * @param level where this run was measured, the nearest to that size; empty when nothing near
   *     was, see {@link #NEAR}
   * @param value empty for a suite, unless a second metric stands beside it
   * @param times multiple of the base; empty for the base itself, and the study's for the base's
   *     server in another way, which the study did not have
   * @param beside value of the second metric of this run
   * @param deltas empty where the study printed no differences
   */
  public record Row(
      int size,
      Optional<Integer> level,
      String subject,
      Pair value,
      Pair times,
      Optional<Double> beside,
      Optional<Deltas> deltas) {}

  /**
   * Differences as a study printed them.
   *
   * @param base value of the base
   * @param delta value less that of the base
   * @param percent the delta as a share of the base, in percent; positive where the value is lower
   */
  public record Deltas(Pair base, Pair value, Pair delta, Pair percent) {
    private static Deltas of(Pair base, Pair value) {
      Pair delta = value.with(base, (own, of) -> own - of);
      return new Deltas(
          base, value, delta, delta.with(base, (difference, of) -> -100 * difference / of));
    }
  }

  /** A number of the study and the same of this run, each empty when there is none. */
  public record Pair(Optional<Double> published, Optional<Double> ours) {
    private static final Pair NONE = new Pair(Optional.empty(), Optional.empty());

    private Pair over(Pair base) {
      return new Pair(ratio(published, base.published), ratio(ours, base.ours));
    }

    private Pair ofThisRun() {
      return new Pair(Optional.empty(), ours);
    }

    private static Optional<Double> ratio(Optional<Double> of, Optional<Double> over) {
      return of.flatMap(value -> over.filter(base -> base > 0).map(base -> value / base));
    }

    /** Combines both numbers with those of another pair; empty where a result is not finite. */
    private Pair with(Pair other, DoubleBinaryOperator operation) {
      return new Pair(
          combined(published, other.published, operation), combined(ours, other.ours, operation));
    }

    private static Optional<Double> combined(
        Optional<Double> one, Optional<Double> other, DoubleBinaryOperator operation) {
      return one.flatMap(first -> other.map(second -> operation.applyAsDouble(first, second)))
          .filter(Double::isFinite);
    }
  }

  static PublishedTable of(Run run, String baseline, Published table, Metric metric) {
    Optional<Metric> second = table.beside().flatMap(Metrics::named);
    List<String> subjects = subjects(run, table);
    String base = subjects.contains(baseline) ? baseline : subjects.getFirst();
    boolean cases = run.view().isOfCases();
    boolean stated = !cases || second.isPresent();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < table.sizes().size(); i++) {
      int size = table.sizes().get(i);
      Optional<Parameters> at =
          cases
              ? Optional.of(SuiteDescriptor.cell(table.caseName(), size))
              : nearest(run, size, subjects, metric);
      Pair ofBase = pair(run, table, i, base, at, metric);
      for (String subject : subjects) {
        boolean isBase = subject.equals(base);
        if (stated || !isBase) {
          Pair own = pair(run, table, i, subject, at, metric);
          Pair times = own.over(ofBase);
          boolean ofOneServer = server(run, subject).equals(server(run, base));
          rows.add(
              new Row(
                  size,
                  at.map(run::position),
                  subject,
                  stated ? own : Pair.NONE,
                  isBase ? Pair.NONE : ofOneServer ? times.ofThisRun() : times,
                  at.flatMap(place -> second.flatMap(other -> median(run, subject, place, other))),
                  Optional.of(Deltas.of(ofBase, own)).filter(any -> table.deltas())));
        }
      }
    }
    return new PublishedTable(
        table.target(),
        table.caseName(),
        metric.title(run.operation()),
        base,
        second.map(other -> other.title(run.operation())),
        rows);
  }

  /** Whether any size of the study is near one of this run. */
  boolean isMeasured() {
    return rows.stream().anyMatch(row -> row.level().isPresent());
  }

  /**
   * The subjects of a table: of a suite those of the study, of a sweep those of the run whose
   * servers the study had, in whatever way they ran, but for those with limits.
   */
  static List<String> subjects(Run run, Published table) {
    return run.view().isOfCases()
        ? List.copyOf(table.values().keySet())
        : table.values().keySet().stream()
            .flatMap(server ->
                run.subjects().stream()
                    .filter(subject -> server(run, subject).equals(server))
                    .filter(subject -> !run.manifest().isLimited(subject)))
            .toList();
  }

  /** The name by which the study has a subject. */
  private static String server(Run run, String subject) {
    return run.view().isOfCases() ? subject : run.manifest().serverOf(subject);
  }

  private static Optional<Parameters> nearest(
      Run run, int size, List<String> subjects, Metric metric) {
    return run.parameters(Parameters.CONCURRENCY).stream()
        .filter(at -> distance(run.position(at), size) <= NEAR)
        .filter(at -> subjects.stream().anyMatch(of -> median(run, of, at, metric).isPresent()))
        .min(Comparator.comparingDouble(at -> distance(run.position(at), size)));
  }

  /** How many times the smaller the larger of two levels is. */
  private static double distance(double one, double other) {
    return Math.max(one, other) / Math.min(one, other);
  }

  private static Pair pair(
      Run run, Published table, int size, String subject, Optional<Parameters> at, Metric metric) {
    List<Optional<Double>> published = table.values().get(server(run, subject));
    return new Pair(
        size < published.size() ? published.get(size) : Optional.empty(),
        at.flatMap(place -> median(run, subject, place, metric)));
  }

  private static Optional<Double> median(Run run, String subject, Parameters at, Metric metric) {
    return Samples.of(run, new Cell(subject, at), metric).middle();
  }
}
