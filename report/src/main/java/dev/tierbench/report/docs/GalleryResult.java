package dev.tierbench.report.docs;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.page.Escape;
import dev.tierbench.report.page.HtmlTable;
import dev.tierbench.run.Kind;
import dev.tierbench.run.file.Csv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kept result as a part of a page.
 *
 * @param name of its files without their end
 * @param columns of its values
 * @param rows of a run's summary, or of a benchmark with columns of its own
 * @param files that are linked to
 */
record GalleryResult(
    String name,
    KeptResult.Origin origin,
    List<String> columns,
    List<Map<String, String>> rows,
    List<Path> files) {

  static final String SUBJECT = "subject";
  private static final String VERDICT = "verdict";

  /** Names the trial of a row that is of a failed step, and no median of a cell. */
  private static final String TRIAL = "trial";

  private static final List<String> COUNTS = List.of("valid_trials", "trials");

  /** Most rows of a table beside plots. */
  private static final int MOST_ROWS = 60;

  GalleryResult {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    files = List.copyOf(files);
  }

  /**
   * Reads a result.
   *
   * @throws IOException when a file of it is missing or cannot be used
   */
  static GalleryResult read(Path csv) throws IOException {
    List<String> columns = Csv.header(csv);
    KeptResult kept = KeptResult.read(csv, columns);
    return new GalleryResult(
        KeptResult.sibling(csv, "").getFileName().toString(),
        kept.origin(),
        columns,
        kept.rows(),
        Stream.of(KeptResult.sibling(csv, ".md"), csv, KeptResult.sibling(csv, ".html"))
            .filter(Files::exists)
            .toList());
  }

  static String link(Path file) {
    return "<a href=\"%1$s\">%1$s</a>".formatted(Escape.html(file.getFileName().toString()));
  }

  String html() {
    Collection<Map<String, String>> cells = isOfRun() ? cells() : rows;
    String plots = isOfRun() ? new GalleryPlots(this, cells).html() : "";
    return """
    <section id="%1$s">
    <h2>%1$s</h2>
    <p>Measured at commit %2$s, %3$s: <code>%4$s</code>. %5$s</p>
    %6$s
    %7$s
    </section>\
    """
        .formatted(
            Escape.html(name),
            Escape.html(origin.commit()),
            Escape.html(origin.host()),
            Escape.html(origin.command()),
            files.stream().map(GalleryResult::link).collect(Collectors.joining(" · ")),
            isOfRun() && !plots.isEmpty() && cells.size() > MOST_ROWS
                ? "<p>%d cells, which the linked files have.</p>".formatted(cells.size())
                : table(isOfRun() ? shownOfRun() : columns, cells),
            plots);
  }

  private boolean isOfRun() {
    return columns.containsAll(List.of(SUBJECT, VERDICT)) && columns.containsAll(COUNTS);
  }

  Kind kind() {
    return columns.contains(Metrics.RUN_MS.id()) ? Kind.SUITE : Kind.HTTP;
  }

  /** Returns the short word for an operation, which a kept result of a suite does not state. */
  String operation() {
    return kind() == Kind.HTTP ? "req" : "op";
  }

  /** Returns the columns that tell the cells of a subject apart. */
  List<String> parameters() {
    return columns.subList(columns.indexOf(SUBJECT) + 1, columns.indexOf(VERDICT));
  }

  /**
   * Returns one row for each cell: its medians, or, of a cell without a valid trial, the first of
   * its failed steps without values.
   */
  private Collection<Map<String, String>> cells() {
    return rows.stream()
        .map(row -> isOfStep(row) ? withoutValues(row) : row)
        .collect(
            Collectors.toMap(
                row ->
                    Stream.concat(Stream.of(SUBJECT), parameters().stream()).map(row::get).toList(),
                row -> row,
                (one, other) -> isOfStep(one) && !isOfStep(other) ? other : one,
                LinkedHashMap::new))
        .values();
  }

  private static boolean isOfStep(Map<String, String> row) {
    return !row.getOrDefault(TRIAL, "").isEmpty();
  }

  /** A step that failed has values, which are those of no cell. */
  private Map<String, String> withoutValues(Map<String, String> row) {
    Map<String, String> left = new LinkedHashMap<>(row);
    Metrics.of(kind()).forEach(metric -> left.replace(metric.id(), ""));
    return left;
  }

  private List<String> shownOfRun() {
    List<String> shown = new ArrayList<>(List.of(SUBJECT));
    shown.addAll(parameters());
    shown.add(VERDICT);
    shown.addAll(COUNTS);
    Metrics.main(kind()).stream().map(Metric::id).filter(columns::contains).forEach(shown::add);
    return shown;
  }

  private String table(List<String> shown, Collection<Map<String, String>> of) {
    return new HtmlTable(
            "Values of " + Escape.html(name),
            shown.stream().map(column -> Escape.html(head(column))).toList(),
            of.stream()
                .map(row ->
                    shown.stream()
                        .map(column -> Escape.html(cell(column, row.get(column))))
                        .toList())
                .toList())
        .html();
  }

  private boolean isMetric(String column) {
    return isOfRun() && Metrics.named(column).isPresent();
  }

  private String head(String column) {
    return isMetric(column) ? Metrics.get(column).title(operation()) : column.replace('_', ' ');
  }

  /** Parameters and counts stand as they are; a benchmark has values in any other column. */
  private String cell(String column, String value) {
    boolean isAsWritten = isOfRun() ? !isMetric(column) : value.matches("\\d+");
    return isAsWritten && !value.isEmpty() ? value : KeptResult.text(value);
  }
}
