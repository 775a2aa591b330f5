package dev.tierbench.report.page;

import static dev.tierbench.report.page.SvgMarks.format;
import static dev.tierbench.report.page.SvgMarks.line;
import static dev.tierbench.report.page.SvgMarks.text;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.trend.Trend;
import dev.tierbench.report.trend.TrendSeries;
import dev.tierbench.report.trend.TrendSeries.Move;
import dev.tierbench.report.trend.TrendSeries.Point;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One series over runs as an SVG element of a page, whose style colours it: a dot for each median,
 * its interval as a line, and a mark where the series moved or the host changed.
 */
record TrendPlot(Trend trend, TrendSeries series) {

  private static final int WIDTH = 560;
  private static final int HEIGHT = 220;
  private static final int LEFT = 64;
  private static final int RIGHT = 12;
  private static final int TOP = 16;
  private static final int BOTTOM = 28;

  /** A linear scale from values to pixels. */
  private record Line(double least, double most, double from, double to) {
    double at(double value) {
      return from + (value - least) / (most - least) * (to - from);
    }
  }

  /** The element. */
  String toSvg() {
    DoubleSummaryStatistics values = values();
    double margin = Math.max((values.getMax() - values.getMin()) / 10, values.getMax() / 100);
    Line y =
        new Line(
            Math.max(0, values.getMin() - margin),
            values.getMax() + margin + Double.MIN_NORMAL,
            HEIGHT - BOTTOM,
            TOP);
    Line x = new Line(0, Math.max(1, trend.runs().size() - 1), LEFT, WIDTH - RIGHT);
    StringBuilder svg =
        new StringBuilder(
            "<svg class=\"trend\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
                .formatted(WIDTH, HEIGHT, Escape.html(label())));
    for (double tick : List.of(y.least() + margin, (y.least() + y.most()) / 2, y.most() - margin)) {
      svg.append(line("grid", LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick)));
      svg.append(text(LEFT - 6, y.at(tick) + 4, "end", Numbers.of(tick)));
    }
    svg.append(text(LEFT, HEIGHT - 8, "start", "run 1"));
    svg.append(text(WIDTH - RIGHT, HEIGHT - 8, "end", String.valueOf(trend.runs().size())));
    for (int place : trend.setupChanges()) {
      svg.append(line("setup-mark", x.at(place - 0.5), TOP, x.at(place - 0.5), HEIGHT - BOTTOM));
      svg.append(text(x.at(place - 0.5) + 3, TOP - 4, "start", "other setup"));
    }
    for (Trend.Change change : changes()) {
      Move move = change.move();
      double at = x.at((move.before().place() + move.after().place()) / 2.0);
      svg.append(line("change " + change.verdict(), at, TOP, at, HEIGHT - BOTTOM));
    }
    for (Point point : series.points()) {
      svg.append(point(point, x, y));
    }
    return svg.append("</svg>\n").toString();
  }

  private String label() {
    List<Trend.Change> changes = changes();
    return changes.isEmpty()
        ? "no change over %d runs".formatted(series.points().size())
        : changes.getLast().line();
  }

  private List<Trend.Change> changes() {
    return trend.changes().stream().filter(change -> change.series().equals(series)).toList();
  }

  private DoubleSummaryStatistics values() {
    return series.points().stream()
        .flatMapToDouble(point ->
            DoubleStream.concat(
                DoubleStream.of(point.median()),
                point.interval().stream()
                    .flatMapToDouble(interval -> DoubleStream.of(interval.low(), interval.high()))))
        .summaryStatistics();
  }

  private static String point(Point point, Line x, Line y) {
    double at = x.at(point.place());
    String interval =
        point
            .interval()
            .map((Interval of) -> line("interval", at, y.at(of.low()), at, y.at(of.high())))
            .orElse("");
    return interval
        + format(
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s</title></circle>\n",
            at, y.at(point.median()), Escape.html(title(point)));
  }

  private static String title(Point point) {
    return "run %d, %s, commit %s: %s"
        .formatted(
            point.place() + 1,
            point.run().name(),
            point.run().manifest().commit(),
            Numbers.of(point.median()));
  }
}
