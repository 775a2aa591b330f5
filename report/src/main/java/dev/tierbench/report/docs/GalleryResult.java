package dev.tierbench.report.docs;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.metric.Words;
import dev.tierbench.report.page.Escape;
import dev.tierbench.report.page.HtmlTable;
import dev.tierbench.report.plot.Series;
import dev.tierbench.report.plot.SvgPlot;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.run.Kind;
import dev.tierbench.run.file.Csv;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kept result as a part of a page.
 *
 * @param name without the date
 * @param columns of its values
 * @param files that are linked to
 */
record GalleryResult(
    String name,
    KeptResult.Origin origin,
    List<String> columns,
    List<Map<String, String>> rows,
    List<Path> files) {

  private static final String SUBJECT = "subject";
  private static final String VERDICT = "verdict";
  private static final String TRIAL = "trial";
  private static final String FAILED = "FAIL";

  private static final List<Metric> DRAWN =
      List.of(Metrics.THROUGHPUT, Metrics.P99, Metrics.CPU, Metrics.RUN_MS);

  /** A table with more rows is read in the summary. */
  private static final int MOST_ROWS = 60;

  GalleryResult {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    files = List.copyOf(files);
  }

  /** Reads a result by the file of its origin. */
  static GalleryResult read(Path json) throws IOException {
    Path csv = sibling(json, ".csv");
    List<String> columns = Csv.header(csv);
    KeptResult kept = KeptResult.read(csv, columns);
    return new GalleryResult(
        json.getFileName()
            .toString()
            .replaceFirst("^\\d{4}-\\d\\d-\\d\\d-", "")
            .replace(".json", ""),
        kept.origin(),
        columns,
        kept.rows(),
        Stream.of(sibling(json, ".md"), csv).filter(Files::exists).toList());
  }

  /** Returns the file of the same name with another end. */
  static Path sibling(Path file, String end) {
    return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.[a-z]+$", end));
  }

  String html() {
    return """
    <section id="%s">
    <h2>%s</h2>
    <p>Measured on %s at commit %s, %s: <code>%s</code>. %s</p>
    %s
    %s
    </section>\
    """
        .formatted(
            Escape.html(name),
            Escape.html(name),
            Escape.html(origin.date()),
            Escape.html(origin.commit()),
            Escape.html(origin.host()),
            Escape.html(origin.command()),
            files.stream().map(GalleryResult::link).collect(Collectors.joining(" · ")),
            table(),
            plots());
  }

  private static String link(Path file) {
    return "<a href=\"%1$s\">%1$s</a>".formatted(Escape.html(file.getFileName().toString()));
  }

  /** Whether it is the summary of a run, and not of a benchmark with columns of its own. */
  private boolean isOfRun() {
    return columns.contains(VERDICT);
  }

  private Kind kind() {
    return columns.contains(Metrics.RUN_MS.id()) ? Kind.SUITE : Kind.HTTP;
  }

  private List<Metric> metrics() {
    return Metrics.main(kind()).stream().filter(metric -> columns.contains(metric.id())).toList();
  }

  private String operation() {
    return kind() == Kind.HTTP ? "req" : "op";
  }

  /** What tells the cells of a subject apart. */
  private List<String> parameters() {
    return columns.subList(columns.indexOf(SUBJECT) + 1, columns.indexOf(VERDICT));
  }

  /** Rows of whole cells, whose values are medians. */
  private List<Map<String, String>> cells() {
    return rows.stream().filter(row -> row.getOrDefault(TRIAL, "").isEmpty()).toList();
  }

  private String table() {
    List<String> shown = isOfRun() ? shownOfRun() : columns;
    List<Map<String, String>> cells = cells();
    if (cells.size() > MOST_ROWS) {
      return "<p>%d cells: see the summary.</p>".formatted(cells.size());
    }
    return new HtmlTable(
            "Values of " + Escape.html(name),
            shown.stream().map(column -> Escape.html(head(column))).toList(),
            cells.stream()
                .map(row ->
                    shown.stream()
                        .map(column -> Escape.html(KeptResult.text(row.get(column))))
                        .toList())
                .toList())
        .html();
  }

  private List<String> shownOfRun() {
    List<String> shown = new ArrayList<>(List.of(SUBJECT));
    shown.addAll(parameters());
    shown.add(VERDICT);
    metrics().forEach(metric -> shown.add(metric.id()));
    return shown;
  }

  private String head(String column) {
    return Metrics.named(column).map(metric -> metric.title(operation())).orElse(column);
  }

  /** Plots over the last parameter, where a subject has more than one value of it. */
  private String plots() {
    if (!isOfRun()) {
      return "";
    }
    String axis = parameters().getLast();
    List<String> others = parameters().subList(0, parameters().size() - 1);
    Map<String, List<Map<String, String>>> groups =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    row -> others.stream().map(row::get).collect(Collectors.joining(", ")),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return groups.entrySet().stream()
        .flatMap(group ->
            DRAWN.stream()
                .filter(metric -> columns.contains(metric.id()))
                .flatMap(metric -> plot(metric, axis, group.getKey(), group.getValue()).stream()))
        .collect(Collectors.joining("\n"));
  }

  private Optional<String> plot(
      Metric metric, String axis, String group, List<Map<String, String>> of) {
    List<String> subjects = rows.stream().map(row -> row.get(SUBJECT)).distinct().toList();
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      String subject = subjects.get(i);
      List<Map<String, String>> own =
          of.stream().filter(row -> row.get(SUBJECT).equals(subject)).toList();
      List<Series.Point> points =
          own.stream()
              .filter(row -> row.getOrDefault(TRIAL, "").isEmpty())
              .flatMap(row -> point(row, own, axis, metric).stream())
              .toList();
      if (!points.isEmpty()) {
        series.add(new Series(subject, i, points));
      }
    }
    if (series.stream().allMatch(line -> line.points().size() < 2)) {
      return Optional.empty();
    }
    String title = metric.title(operation()) + (group.isEmpty() ? "" : ": " + group);
    String unit = Words.axis(axis, "item");
    String svg =
        new SvgPlot(metric, series, new SvgPlot.Axes(title, axis, unit, kind() == Kind.SUITE))
            .toSvg();
    return Optional.of(
        "<img alt=\"%s\" width=\"640\" src=\"data:image/svg+xml;base64,%s\">"
            .formatted(
                Escape.html(title + " over " + unit + " of " + name),
                Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8))));
  }

  /** The point of a cell; none when its median was not measured. */
  private static Optional<Series.Point> point(
      Map<String, String> cell, List<Map<String, String>> own, String axis, Metric metric) {
    Optional<Double> median = value(cell, metric.id());
    if (median.isEmpty()) {
      return Optional.empty();
    }
    double low = value(cell, metric.id() + "_min").orElse(median.get());
    double high = value(cell, metric.id() + "_max").orElse(median.get());
    List<Double> trials =
        own.stream()
            .filter(row -> row.get(axis).equals(cell.get(axis)))
            .filter(row -> !row.getOrDefault(TRIAL, "").isEmpty())
            .filter(row -> !row.get(VERDICT).equals(FAILED))
            .flatMap(row -> value(row, metric.id()).stream())
            .toList();
    return Optional.of(
        new Series.Point(
            Integer.parseInt(cell.get(axis)),
            median.get(),
            new Interval(low, high),
            trials.isEmpty() ? List.of(median.get()) : trials));
  }

  private static Optional<Double> value(Map<String, String> row, String column) {
    return Optional.ofNullable(row.get(column))
        .filter(text -> !text.isEmpty())
        .map(Double::parseDouble);
  }
}
