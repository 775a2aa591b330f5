package dev.tierbench.report.page;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The values of every metric, server and level, trials as points. */
record PlotData(List<Plotted> metrics, List<Scaling> scaling) {

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
    return new PlotData(plots, scaling(run));
  }

  /** How throughput grows is asked of servers only. */
  private static List<Scaling> scaling(Run run) {
    return switch (run.kind()) {
      case HTTP ->
          run.axes().contains(Parameters.CONCURRENCY)
              ? run.subjects().stream().map(server -> Scaling.of(run, server)).toList()
              : List.of();
      case SUITE -> List.of();
    };
  }

  private static Line line(Run run, Metric metric, String server) {
    List<Level> levels = new ArrayList<>();
    for (Parameters at : run.parameters()) {
      levels.add(level(run, new Cell(server, at), metric));
    }
    return new Line(server, levels);
  }

  private static Level level(Run run, Cell cell, Metric metric) {
    List<Step> steps = run.steps(cell);
    Sample sample = Samples.of(steps, step -> step.value(metric));
    Optional<Interval> interval = BootstrapMedian.interval(sample);
    List<Dot> dots = new ArrayList<>();
    for (Step step : steps) {
      step.value(metric)
          .ifPresent(value -> dots.add(new Dot(step.trial(), value, step.state().id())));
    }
    return new Level(
        cell.parameters().text(),
        run.position(cell.parameters()),
        sample.middle(),
        interval.map(Interval::low),
        interval.map(Interval::high),
        sample.size(),
        dots);
  }
}
