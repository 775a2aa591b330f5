package dev.tierbench.report.plot;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * One server in one plot; only valid trials.
 *
 * @param number its place among the servers, which decides its colour
 */
public record Series(String server, int number, List<Series.Point> points) {

  public Series {
    points = List.copyOf(points);
  }

  /**
   * One level: every trial, their median and its interval.
   *
   * @param level its place on the axis
   */
  public record Point(int level, double median, Interval interval, List<Double> trials) {

    public Point {
      trials = List.copyOf(trials);
    }
  }

  /**
   * The series of a server.
   *
   * @param cells one after another on the axis
   */
  static Series of(Run run, String server, Metric metric, List<Parameters> cells) {
    List<Point> points =
        cells.stream()
            .flatMap(at -> point(run.position(at), Samples.of(run, server, at, metric)).stream())
            .toList();
    return new Series(server, run.place(server), points);
  }

  private static Optional<Point> point(int level, Sample sample) {
    return sample
        .middle()
        .map(median ->
            new Point(
                level,
                median,
                BootstrapMedian.interval(sample).orElse(new Interval(median, median)),
                sample.values()));
  }
}
