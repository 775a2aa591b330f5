package dev.tierbench.report.page;

import dev.tierbench.report.folder.Cell;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Metric;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The figures of every metric, server and level, trials as points. */
record PlotData(List<Plotted> metrics, List<Scaling> scaling) {

  /** One metric; {@code series} has one entry per server. */
  record Plotted(String id, String label, String unit, boolean lowerIsBetter, List<Line> series) {}

  /** One server in one metric. */
  record Line(String server, List<Level> levels) {}

  /**
   * One level. The median and its interval are of valid trials only.
   *
   * @param trials every trial that has the figure, also the ones that do not count
   */
  record Level(
      int level,
      Optional<Double> median,
      Optional<Double> low,
      Optional<Double> high,
      int valid,
      List<Dot> trials) {}

  record Dot(String trial, double value, String state) {}

  static PlotData of(Run run) {
    List<Plotted> plots =
        Stream.of(Metric.values())
            .map(metric ->
                new Plotted(
                    metric.id(),
                    metric.label(),
                    metric.unit(),
                    metric.better() == dev.tierbench.report.stats.Better.LOWER,
                    run.servers().stream().map(server -> line(run, metric, server)).toList()))
            .toList();
    return new PlotData(
        plots, run.servers().stream().map(server -> Scaling.of(run, server)).toList());
  }

  private static Line line(Run run, Metric metric, String server) {
    List<Level> levels = new ArrayList<>();
    for (int level : run.levels()) {
      levels.add(level(run.steps(new Cell(server, level)), metric, level));
    }
    return new Line(server, levels);
  }

  private static Level level(List<Step> steps, Metric metric, int level) {
    Sample sample = Samples.of(steps, metric::of);
    Optional<Interval> interval = BootstrapMedian.interval(sample);
    List<Dot> dots = new ArrayList<>();
    for (Step step : steps) {
      metric.of(step).ifPresent(value -> dots.add(new Dot(step.trial(), value, step.state().id())));
    }
    return new Level(
        level,
        sample.isEmpty() ? Optional.empty() : Optional.of(sample.median()),
        interval.map(Interval::low),
        interval.map(Interval::high),
        sample.size(),
        dots);
  }
}
