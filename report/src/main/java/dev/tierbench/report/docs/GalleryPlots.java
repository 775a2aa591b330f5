package dev.tierbench.report.docs;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.metric.Words;
import dev.tierbench.report.page.Escape;
import dev.tierbench.report.plot.Series;
import dev.tierbench.report.plot.SvgPlot;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.run.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Plots of a kept result over each parameter that is a number, where a subject has several.
 *
 * @param cells of the result, one row for each
 */
record GalleryPlots(GalleryResult result, Collection<Map<String, String>> cells) {

  private static final List<Metric> DRAWN =
      List.of(Metrics.THROUGHPUT, Metrics.P99, Metrics.CPU, Metrics.RUN_MS);

  String html() {
    return result.parameters().stream().flatMap(this::over).collect(Collectors.joining("\n"));
  }

  private Stream<String> over(String axis) {
    List<String> others =
        result.parameters().stream().filter(parameter -> !parameter.equals(axis)).toList();
    Map<List<String>, List<Map<String, String>>> groups =
        cells.stream()
            .filter(cell -> level(cell, axis) > 0)
            .sorted(Comparator.comparingInt(cell -> level(cell, axis)))
            .collect(
                Collectors.groupingBy(
                    cell -> others.stream().map(cell::get).toList(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return groups.entrySet().stream()
        .flatMap(group ->
            DRAWN.stream()
                .filter(metric -> result.columns().contains(metric.id()))
                .flatMap(metric -> plot(metric, axis, group).stream()));
  }

  /** Returns the place of a cell on an axis; 0 where it has none. */
  private static int level(Map<String, String> cell, String axis) {
    String text = cell.get(axis);
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  private Optional<String> plot(
      Metric metric, String axis, Map.Entry<List<String>, List<Map<String, String>>> group) {
    List<Series> series = series(metric, axis, group.getValue());
    if (series.stream().allMatch(line -> line.points().size() < 2)) {
      return Optional.empty();
    }
    boolean isSuite = result.kind() == Kind.SUITE;
    String title =
        Stream.concat(Stream.of(metric.title(result.operation())), group.getKey().stream())
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(": "));
    String unit = Words.axis(axis, "operation");
    String svg = new SvgPlot(metric, series, new SvgPlot.Axes(title, axis, unit, isSuite)).toSvg();
    return Optional.of(
        "<img alt=\"%s\" width=\"640\" src=\"data:image/svg+xml;base64,%s\">"
            .formatted(
                Escape.html(title + " over " + unit + " of " + result.name()),
                Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8))));
  }

  private List<Series> series(Metric metric, String axis, List<Map<String, String>> group) {
    List<String> subjects =
        result.rows().stream().map(row -> row.get(GalleryResult.SUBJECT)).distinct().toList();
    List<Series> series = new ArrayList<>();
    for (int place = 0; place < subjects.size(); place++) {
      String subject = subjects.get(place);
      List<Series.Point> points =
          group.stream()
              .filter(cell -> cell.get(GalleryResult.SUBJECT).equals(subject))
              .flatMap(cell -> point(cell, axis, metric).stream())
              .toList();
      if (!points.isEmpty()) {
        series.add(new Series(subject, place, points));
      }
    }
    return series;
  }

  /** The point of a cell; none when its median was not measured. */
  private static Optional<Series.Point> point(
      Map<String, String> cell, String axis, Metric metric) {
    return value(cell, metric.id())
        .map(median ->
            new Series.Point(
                level(cell, axis),
                median,
                new Interval(
                    value(cell, metric.id() + "_min").orElse(median),
                    value(cell, metric.id() + "_max").orElse(median)),
                List.of(median)));
  }

  private static Optional<Double> value(Map<String, String> row, String column) {
    return Optional.ofNullable(row.get(column))
        .filter(text -> !text.isEmpty())
        .map(Double::parseDouble);
  }
}
