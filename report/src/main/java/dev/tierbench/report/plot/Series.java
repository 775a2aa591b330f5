package dev.tierbench.report.plot;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;

/**
 * One server in one plot; only valid trials.
 *
 * @param number its place among the servers, which decides its colour
 */
record Series(String server, int number, List<Series.Point> points) {

  /** One level: every trial, their median and its interval. */
  record Point(int level, double median, Interval interval, List<Double> trials) {}

  /**
   * The series of a server.
   *
   * @param cells one after another on the axis
   */
  static Series of(Run run, String server, Metric metric, List<Parameters> cells) {
    List<Point> points = new ArrayList<>();
    for (Parameters at : cells) {
      Sample sample = Samples.of(run, server, at, metric);
      if (!sample.isEmpty()) {
        Interval interval =
            BootstrapMedian.interval(sample)
                .orElseGet(() -> new Interval(sample.median(), sample.median()));
        points.add(new Point(run.position(at), sample.median(), interval, sample.values()));
      }
    }
    return new Series(server, run.place(server), points);
  }
}
