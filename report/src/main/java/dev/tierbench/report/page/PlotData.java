package dev.tierbench.report.page;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.metric.ThreadCap;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The values of every metric, server and level, trials as points.
 *
 * @param delayMs that a request waits for echo, which no server can go below
 */
record PlotData(List<Plotted> metrics, List<Scaling> scaling, Optional<Double> delayMs) {

  /** One metric; {@code series} has one entry per server. */
  record Plotted(String id, String label, String unit, boolean lowerIsBetter, List<Line> series) {}

  /** One server in one metric. */
  record Line(String server, List<Level> levels) {}

  /**
   * One cell. The median and its interval are of valid trials only.
   *
   * @param trials every trial that has the value, also the ones that do not count
   */
  record Level(
      String cell,
      int level,
      Optional<Double> median,
      Optional<Double> low,
      Optional<Double> high,
      int valid,
      List<Dot> trials) {}

  record Dot(String trial, double value, String state) {}

  static PlotData of(Run run) {
    List<Plotted> plots =
        Metrics.compared(run.kind()).stream()
            .map(metric ->
                new Plotted(
                    metric.id(),
                    metric.label(),
                    metric.unit(run.operation()),
                    metric.better() == Better.LOWER,
                    run.subjects().stream().map(server -> line(run, metric, server)).toList()))
            .toList();
    boolean scales = !run.view().isOfCases() && run.axes().contains(Parameters.CONCURRENCY);
    List<String> scaling = scales ? run.subjects() : List.of();
    return new PlotData(
        plots,
        scaling.stream().map(server -> Scaling.of(run, server)).toList(),
        run.subjects().stream()
            .filter(server -> run.manifest().hasConstantDelay())
            .flatMap(server -> ThreadCap.delayMillis(run, server).stream())
            .findFirst());
  }

  private static Line line(Run run, Metric metric, String server) {
    return new Line(
        server,
        run.parameters().stream().map(at -> level(run, new Cell(server, at), metric)).toList());
  }

  private static Level level(Run run, Cell cell, Metric metric) {
    List<Step> steps = run.steps(cell);
    Sample sample = Samples.of(steps, step -> step.value(metric));
    Optional<Interval> interval = BootstrapMedian.interval(sample);
    return new Level(
        cell.parameters().text(),
        run.position(cell.parameters()),
        sample.middle(),
        interval.map(Interval::low),
        interval.map(Interval::high),
        sample.size(),
        steps.stream().flatMap(step -> dot(step, metric)).toList());
  }

  private static Stream<Dot> dot(Step step, Metric metric) {
    return step.value(metric).stream()
        .map(value -> new Dot(step.trial(), value, step.state().id()));
  }
}
