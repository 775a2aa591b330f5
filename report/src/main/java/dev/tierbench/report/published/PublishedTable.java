package dev.tierbench.report.published;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Published;
import dev.tierbench.run.file.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One metric of a study beside a run. Values of suites are times of another machine, so there are
 * only multiples of the same implementation; values of servers are per request, and stand too.
 *
 * @param base the subject whose multiple is 1
 */
public record PublishedTable(
    String target, String caseName, String metric, String base, List<PublishedTable.Row> rows) {

  /**
   * One subject at one size.
   *
   * @param size number of operations, or concurrent requests, of the study
   * @param level where this run was measured, the nearest to that size; empty when it was not
   * @param value empty for a suite
   * @param times multiple of the base; empty for the base itself
   */
  public record Row(int size, Optional<Integer> level, String subject, Pair value, Pair times) {}

  /** A number of the study and the same of this run, each empty when there is none. */
  public record Pair(Optional<Double> published, Optional<Double> ours) {
    private static final Pair NONE = new Pair(Optional.empty(), Optional.empty());

    private Pair over(Pair base) {
      return new Pair(ratio(published, base.published), ratio(ours, base.ours));
    }

    private static Optional<Double> ratio(Optional<Double> of, Optional<Double> over) {
      return of.flatMap(value -> over.filter(base -> base > 0).map(base -> value / base));
    }
  }

  static PublishedTable of(Run run, String baseline, Published table, Metric metric) {
    List<String> subjects = subjects(run, table);
    String base = subjects.contains(baseline) ? baseline : subjects.getFirst();
    boolean cases = run.view().isOfCases();
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
        if (!(isBase && cases)) {
          Pair own = pair(run, table, i, subject, at, metric);
          rows.add(
              new Row(
                  size,
                  at.map(run::position),
                  subject,
                  cases ? Pair.NONE : own,
                  isBase ? Pair.NONE : own.over(ofBase)));
        }
      }
    }
    return new PublishedTable(
        table.target(), table.caseName(), metric.title(run.operation()), base, rows);
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
        .filter(at -> subjects.stream().anyMatch(of -> median(run, of, at, metric).isPresent()))
        .min(Comparator.comparingInt(at -> Math.abs(run.position(at) - size)));
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

  /** The rows that both have. */
  public TextTable table() {
    boolean values = rows.stream().anyMatch(row -> row.value().published().isPresent());
    List<Row> shown = rows.stream().filter(row -> isShown(row, values)).toList();
    return values
        ? new TextTable(
            List.of("at", "server", "published", "this run", "at", "published ×", "this run ×"),
            shown.stream().map(PublishedTable::withValues).toList())
        : new TextTable(
            List.of("size", "implementation", "published", "this run"),
            shown.stream()
                .map(row ->
                    Stream.concat(
                            Stream.of(Numbers.whole(row.size()), row.subject()),
                            factors(row.times()))
                        .toList())
                .toList());
  }

  private static boolean isShown(Row row, boolean values) {
    return values
        ? row.level().isPresent()
        : row.times().published().isPresent() && row.times().ours().isPresent();
  }

  private static List<String> withValues(Row row) {
    return Stream.concat(
            Stream.of(
                Numbers.whole(row.size()),
                row.subject(),
                Numbers.of(row.value().published()),
                Numbers.of(row.value().ours()),
                row.level().map(Numbers::whole).orElse(Numbers.NOT_MEASURED)),
            factors(row.times()))
        .toList();
  }

  private static Stream<String> factors(Pair times) {
    return Stream.of(times.published(), times.ours())
        .map(factor -> factor.map(Numbers::factor).orElse(Numbers.NOT_MEASURED));
  }

  /** {@code time of a run, ms, of sleep-1s, as multiples of jdk-virtual}. */
  public String heading() {
    return metric + ", of " + caseName + ", as multiples of " + base;
  }
}
