package dev.tierbench.report.plot;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.page.Escape;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One metric over the axis of its run: trials as points, the median as a line, its interval as a
 * band. Light or dark as the reader's system is.
 */
public record SvgPlot(Metric metric, List<Series> series, SvgPlot.Axes axes) {

  /**
   * What stands around the lines.
   *
   * @param over the name of the horizontal axis
   * @param unit its label
   * @param logarithmic whether both axes are
   */
  public record Axes(String title, String over, String unit, boolean logarithmic) {}

  private static final int WIDTH = 800;
  private static final int PLOT_HEIGHT = 366;
  private static final int LEFT = 76;
  private static final int RIGHT = 24;
  private static final int LEGEND_TOP = 50;
  private static final int LEGEND_ROW = 22;
  private static final int BOTTOM = 56;

  /** Names longer than this have room for two in a row. */
  private static final int LONG_NAME = 24;

  private static final int COLOURS = 8;

  /** Styles of the lines of the first eight, the next eight, and those after them. */
  private static final List<String> DASHES = List.of("", " aa", " dots");

  /** Colours of the page; by server, light and dark. */
  private static final String STYLE =
      """
      text { font: 14px system-ui, sans-serif; fill: #1b1f24 }
      .title { font-size: 18px; font-weight: 600 }
      .quiet { fill: #57606a } .grid { stroke: #d8dee4 } .ground { fill: #ffffff }
      .line { fill: none; stroke-width: 2.5 } .band { stroke: none; opacity: .18 }
      .s0 { stroke: #0072b2; fill: #0072b2 } .s1 { stroke: #c44e00; fill: #c44e00 }
      .s2 { stroke: #008060; fill: #008060 } .s3 { stroke: #a03a78; fill: #a03a78 }
      .s4 { stroke: #7a5c00; fill: #7a5c00 } .s5 { stroke: #555555; fill: #555555 }
      .s6 { stroke: #5b3fbf; fill: #5b3fbf } .s7 { stroke: #b0003a; fill: #b0003a }
      .line { fill: none } .aa { stroke-dasharray: 7 4 } .dots { stroke-dasharray: 2 4 }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 } .quiet { fill: #9aa4af } .grid { stroke: #30363d }
        .ground { fill: #0d1117 }
        .s0 { stroke: #56b4e9; fill: #56b4e9 } .s1 { stroke: #ff9a4d; fill: #ff9a4d }
        .s2 { stroke: #2fc79a; fill: #2fc79a } .s3 { stroke: #e58bbd; fill: #e58bbd }
        .s4 { stroke: #d9c04a; fill: #d9c04a } .s5 { stroke: #c0c0c0; fill: #c0c0c0 }
        .s6 { stroke: #b3a4ff; fill: #b3a4ff } .s7 { stroke: #ff8a9a; fill: #ff8a9a }
        .line { fill: none }
      }
      """;

  /** Returns the picture, which needs nothing else. */
  public String toSvg() {
    IntSummaryStatistics levels = points().mapToInt(Series.Point::level).summaryStatistics();
    Scale x =
        axes.logarithmic()
            ? Scale.logarithmic(levels.getMin(), levels.getMax(), LEFT, WIDTH - RIGHT)
            : Scale.linear(levels.getMax(), LEFT, WIDTH - RIGHT);
    Scale y = vertical();
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">
        <title>%s</title>
        <style>%s</style>
        <rect class="ground" width="100%%" height="100%%"/>
        """
            .formatted(WIDTH, height(), Escape.html(axes.title() + " over " + axes.over()), STYLE));
    svg.append(text(LEFT, 30, "title", "start", axes.title()));
    axes(svg, x, y);
    for (int i = 0; i < series.size(); i++) {
      draw(svg, series.get(i), x, y);
      legend(svg, series.get(i), i);
    }
    return svg.append("</svg>\n").toString();
  }

  private Stream<Series.Point> points() {
    return series.stream().flatMap(line -> line.points().stream());
  }

  private Scale vertical() {
    DoubleSummaryStatistics values =
        points()
            .flatMap(point ->
                Stream.concat(
                    point.trials().stream(),
                    Stream.of(point.interval().low(), point.interval().high())))
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    return (axes.logarithmic() || metric.isLatency()) && values.getMin() > 0
        ? Scale.logarithmic(values.getMin(), values.getMax(), height() - BOTTOM, top())
        : Scale.linear(values.getMax(), height() - BOTTOM, top());
  }

  /** Top of the plot, below all rows of the legend. */
  private int top() {
    int rows = (series.size() + columns() - 1) / columns();
    return LEGEND_TOP + rows * LEGEND_ROW + 12;
  }

  private int height() {
    return top() + PLOT_HEIGHT;
  }

  private int columns() {
    return series.stream().anyMatch(line -> line.server().length() > LONG_NAME) ? 2 : 3;
  }

  private void axes(StringBuilder svg, Scale x, Scale y) {
    for (double tick : y.ticks()) {
      svg.append(
          format(
              "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
              LEFT, WIDTH - RIGHT, y.at(tick), y.at(tick)));
      svg.append(text(LEFT - 8, y.at(tick) + 5, "quiet", "end", Numbers.of(tick)));
    }
    for (double tick : x.ticks()) {
      svg.append(text(x.at(tick), height() - BOTTOM + 22, "quiet", "middle", Numbers.whole(tick)));
    }
    svg.append(text((LEFT + WIDTH - RIGHT) / 2.0, height() - 10, "quiet", "middle", axes.unit()));
  }

  private static void draw(StringBuilder svg, Series line, Scale x, Scale y) {
    String style = style(line);
    String band =
        path(line.points(), point -> point.interval().high(), x, y)
            + path(line.points().reversed(), point -> point.interval().low(), x, y);
    svg.append(format("<polygon class=\"%s band\" points=\"%s\"/>\n", style, band));
    svg.append(
        format(
            "<polyline class=\"%s line\" points=\"%s\"/>\n",
            style, path(line.points(), Series.Point::median, x, y)));
    for (Series.Point point : line.points()) {
      for (double trial : point.trials()) {
        svg.append(
            format(
                "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n",
                style, x.at(point.level()), y.at(trial)));
      }
    }
  }

  private static String path(
      List<Series.Point> points, ToDoubleFunction<Series.Point> value, Scale x, Scale y) {
    return points.stream()
        .map(point -> format("%.1f,%.1f ", x.at(point.level()), y.at(value.applyAsDouble(point))))
        .collect(Collectors.joining());
  }

  private void legend(StringBuilder svg, Series line, int place) {
    double x = LEFT + place % columns() * ((double) WIDTH - LEFT - RIGHT) / columns();
    int y = LEGEND_TOP + place / columns() * LEGEND_ROW;
    svg.append(
        format(
            "<line class=\"%s line\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%d\" y2=\"%d\"/>\n",
            style(line), x, x + 18, y + 7, y + 7));
    svg.append(text(x + 25, y + 12, "", "start", line.server()));
  }

  /** A colour for each; servers beyond the number of colours differ by the style of the line. */
  private static String style(Series line) {
    return "s" + line.number() % COLOURS + DASHES.get(line.number() / COLOURS % DASHES.size());
  }

  private static String text(double x, double y, String style, String anchor, String label) {
    return format(
        "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">%s</text>\n",
        x, y, style, anchor, Escape.html(label));
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
