package dev.tierbench.report.published;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.published.PublishedTable.Deltas;
import dev.tierbench.report.published.PublishedTable.Pair;
import dev.tierbench.report.published.PublishedTable.Row;
import dev.tierbench.run.file.TextTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A table of a study as text, with its heading. */
public record PublishedText(PublishedTable of) {

  /** The rows that both have, or every row of a study that printed differences. */
  public TextTable table() {
    if (of.rows().stream().anyMatch(row -> row.deltas().isPresent())) {
      return deltaTable();
    }
    boolean values = of.rows().stream().anyMatch(row -> row.value().published().isPresent());
    List<Row> shown = of.rows().stream().filter(row -> isShown(row, values)).toList();
    return values
        ? new TextTable(headings(), shown.stream().map(this::withValues).toList())
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

  private List<String> headings() {
    return of.beside()
        .map(title ->
            List.of(
                "size",
                "implementation",
                "published",
                "this run",
                title,
                "published ×",
                "this run ×"))
        .orElse(
            List.of("at", "server", "published", "this run", "at", "published ×", "this run ×"));
  }

  private TextTable deltaTable() {
    return new TextTable(
        List.of(
            "size",
            "implementation",
            "published",
            "published, " + of.base(),
            "delta",
            "delta %",
            "this run",
            "this run, " + of.base(),
            "delta",
            "delta %"),
        of.rows().stream()
            .flatMap(row -> row.deltas().map(deltas -> withDeltas(row, deltas)).stream())
            .toList());
  }

  private static List<String> withDeltas(Row row, Deltas deltas) {
    List<Pair> pairs = List.of(deltas.value(), deltas.base(), deltas.delta(), deltas.percent());
    return Stream.of(
            Stream.of(Numbers.whole(row.size()), row.subject()),
            pairs.stream().map(pair -> Numbers.of(pair.published())),
            pairs.stream().map(pair -> Numbers.of(pair.ours())))
        .flatMap(cells -> cells)
        .toList();
  }

  private static boolean isShown(Row row, boolean values) {
    boolean any = row.beside().or(row.value()::ours).or(row.value()::published).isPresent();
    return values
        ? row.level().isPresent() && any
        : row.times().published().isPresent() && row.times().ours().isPresent();
  }

  private List<String> withValues(Row row) {
    return Stream.concat(
            Stream.of(
                Numbers.whole(row.size()),
                row.subject(),
                Numbers.of(row.value().published()),
                Numbers.of(row.value().ours()),
                of.beside().isPresent()
                    ? Numbers.of(row.beside())
                    : row.level().map(Numbers::whole).orElse(Numbers.NOT_MEASURED)),
            factors(row.times()))
        .toList();
  }

  private static Stream<String> factors(Pair times) {
    return Stream.of(times.published(), times.ours()).map(PublishedText::factor);
  }

  private static String factor(Optional<Double> times) {
    return times.map(Numbers::factor).orElse(Numbers.NOT_MEASURED);
  }

  /**
   * {@code time of a run, ms, of sleep-1s, as multiples of jdk-virtual}, or {@code less that of
   * rx-io} of a study that printed differences.
   */
  public String heading() {
    boolean differences = of.rows().stream().anyMatch(row -> row.deltas().isPresent());
    return of.metric()
        + ", of "
        + of.caseName()
        + (differences
            ? ", less that of "
                + of.base()
                + "; delta % is positive where it is lower. Times and memory are of different"
                + " machines: compare the percentages"
            : ", as multiples of " + of.base());
  }
}
