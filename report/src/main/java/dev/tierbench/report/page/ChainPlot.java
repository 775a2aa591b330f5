package dev.tierbench.report.page;

import static dev.tierbench.report.page.SvgMarks.format;
import static dev.tierbench.report.page.SvgMarks.text;

import dev.tierbench.report.chain.Chain;
import dev.tierbench.report.chain.Link;
import dev.tierbench.report.stats.Interval;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * One metric of a chain as an SVG element: the ratio of each run as a dot with its interval, on a
 * logarithmic axis, one run below the other; equality as a line.
 */
record ChainPlot(Chain.Line line) {

  private static final int WIDTH = 560;
  private static final int LEFT = 190;
  private static final int RIGHT = 24;
  private static final int TOP = 8;
  private static final int ROW = 26;
  private static final int BOTTOM = 24;

  /** Ratios that an axis may show. */
  private static final List<Double> TICKS =
      List.of(0.05, 0.1, 0.2, 0.5, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 5.0, 10.0, 20.0);

  /** Least distance of two ticks, in pixels. */
  private static final double TICKS_APART = 34;

  private static final double MARGIN = 1.05;

  /** The axis, from a ratio to pixels. */
  private record Axis(double least, double most) {
    double at(double ratio) {
      double inside = Math.clamp(ratio, least, most);
      return LEFT + Math.log(inside / least) / Math.log(most / least) * (WIDTH - LEFT - RIGHT);
    }
  }

  /** The element. */
  String toSvg() {
    Axis axis = axis();
    int height = TOP + ROW * line.links().size() + BOTTOM;
    StringBuilder svg =
        new StringBuilder(
            "<svg class=\"trend\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
                .formatted(WIDTH, height, Escape.html("ratio in each run")));
    double before = Double.NEGATIVE_INFINITY;
    for (double tick : TICKS) {
      double x = axis.at(tick);
      // The line of equality is always there, and the others have room around it.
      boolean free = Math.min(x - before, Math.abs(x - axis.at(1))) >= TICKS_APART;
      if (tick > axis.least() && tick < axis.most() && (free || tick == 1)) {
        svg.append(SvgMarks.line(tick == 1 ? "change" : "grid", x, TOP, x, height - BOTTOM));
        svg.append(text(x, height - 8, "middle", "×" + label(tick)));
        before = x;
      }
    }
    for (int i = 0; i < line.links().size(); i++) {
      svg.append(link(line.links().get(i), axis, TOP + ROW * (i + 0.5)));
    }
    return svg.append("</svg>\n").toString();
  }

  private Axis axis() {
    DoubleStream ends =
        line.links().stream()
            .flatMap(link -> link.ratio().stream())
            .flatMap(ratio ->
                Stream.concat(
                    Stream.of(ratio.ratio()),
                    ratio.interval().stream().flatMap(of -> Stream.of(of.low(), of.high()))))
            .mapToDouble(Double::doubleValue);
    var found = DoubleStream.concat(ends, DoubleStream.of(1)).summaryStatistics();
    return new Axis(
        Math.max(found.getMin() / MARGIN, TICKS.getFirst() / MARGIN),
        Math.min(found.getMax() * MARGIN, TICKS.getLast() * MARGIN));
  }

  private static String link(Link link, Axis axis, double y) {
    StringBuilder svg = new StringBuilder(text(LEFT - 8, y + 4, "end", Chain.label(link.run())));
    link.ratio()
        .ifPresent(ratio -> {
          ratio.interval().ifPresent(of -> svg.append(interval(of, axis, y)));
          svg.append(
              format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", axis.at(ratio.ratio()), y));
        });
    return svg.toString();
  }

  private static String interval(Interval of, Axis axis, double y) {
    return SvgMarks.line("interval", axis.at(of.low()), y, axis.at(of.high()), y);
  }

  private static String label(double tick) {
    return tick == Math.rint(tick) ? String.valueOf(Math.round(tick)) : String.valueOf(tick);
  }
}
