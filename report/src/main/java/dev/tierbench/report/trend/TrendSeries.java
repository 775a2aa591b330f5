package dev.tierbench.report.trend;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.ChangePoints;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A metric of a cell over runs, in their order. Runs with different setups are never tested against
 * each other.
 */
public record TrendSeries(Cell cell, Metric metric, List<Point> points) {

  public TrendSeries {
    points = List.copyOf(points);
  }

  /**
   * The value of one run.
   *
   * @param place of the run among all runs
   * @param setup all that would make its values another quantity
   * @param median over the valid trials
   */
  public record Point(
      int place, Run run, String setup, double median, Optional<Interval> interval) {}

  /**
   * A change between two runs of one setup.
   *
   * @param before the last run with the old value
   * @param after the first with the new one
   * @param oldValue the median over the runs from the change before it
   * @param newValue the median over the runs to the change after it
   */
  public record Move(Point before, Point after, double oldValue, double newValue, double pValue) {

    /** The new value over the old; empty when that is 0. */
    public Optional<Double> ratio() {
      return oldValue > 0 ? Optional.of(newValue / oldValue) : Optional.empty();
    }

    boolean isBeyond(double threshold) {
      return ratio()
          .map(Math::log)
          .map(Math::abs)
          .map(by -> by > Math.log1p(threshold))
          .orElse(newValue != oldValue);
    }
  }

  /** The series of a cell; runs without a valid trial of it are left out. */
  static TrendSeries of(List<Run> runs, List<String> setups, Cell cell, Metric metric) {
    return new TrendSeries(
        cell,
        metric,
        IntStream.range(0, runs.size())
            .boxed()
            .flatMap(
                place -> point(place, runs.get(place), setups.get(place), cell, metric).stream())
            .toList());
  }

  private static Optional<Point> point(int place, Run run, String setup, Cell cell, Metric metric) {
    Sample sample = Samples.of(run, cell, metric);
    return sample
        .middle()
        .map(median -> new Point(place, run, setup, median, BootstrapMedian.interval(sample)));
  }

  /** The points of each setup, in their order. */
  Map<String, List<Point>> bySetup() {
    Map<String, List<Point>> bySetup = new LinkedHashMap<>();
    points.forEach(
        point -> bySetup.computeIfAbsent(point.setup(), setup -> new ArrayList<>()).add(point));
    return bySetup;
  }

  /** The changes that a test finds, and that are beyond the threshold. */
  List<Move> moves(ChangePoints test, double threshold) {
    return bySetup().values().stream()
        .flatMap(of -> moves(of, test).stream())
        .filter(move -> move.isBeyond(threshold))
        .toList();
  }

  private static List<Move> moves(List<Point> points, ChangePoints test) {
    List<ChangePoints.Change> changes = test.of(points.stream().map(Point::median).toList());
    return IntStream.range(0, changes.size())
        .mapToObj(i -> {
          int from = i == 0 ? 0 : changes.get(i - 1).index();
          int at = changes.get(i).index();
          int to = i == changes.size() - 1 ? points.size() : changes.get(i + 1).index();
          return new Move(
              points.get(at - 1),
              points.get(at),
              median(points.subList(from, at)),
              median(points.subList(at, to)),
              changes.get(i).pValue());
        })
        .toList();
  }

  private static double median(List<Point> points) {
    return Sample.of(points.stream().map(Point::median)).median();
  }
}
