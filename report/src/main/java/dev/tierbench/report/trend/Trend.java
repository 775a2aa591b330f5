package dev.tierbench.report.trend;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.compare.SetupDifference;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.ChangePoints;
import dev.tierbench.report.stats.DifferenceTest;
import dev.tierbench.run.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs over time, and where their values moved. The level of the tests is divided by the number of
 * series and setups, so that in at most 5 of 100 pages on which nothing moved a change is shown.
 *
 * @param runs in the order in which they began
 * @param setups of the runs: those of one can be tested against each other
 * @param level of each test
 */
public record Trend(
    List<Run> runs,
    List<String> setups,
    List<TrendSeries> series,
    List<Change> changes,
    double level) {

  private static final long SEED = 1;

  public Trend {
    runs = List.copyOf(runs);
    setups = List.copyOf(setups);
    series = List.copyOf(series);
    changes = List.copyOf(changes);
  }

  /** A change of a series. */
  public record Change(TrendSeries series, TrendSeries.Move move) {

    /** Whether the new value is the worse one; false of a metric without a better direction. */
    public boolean isWorse() {
      Better better = series.metric().better();
      return better != Better.NEITHER
          && move.newValue() > move.oldValue() == (better == Better.LOWER);
    }

    /** {@code better}, {@code worse} or {@code changed}. */
    public String verdict() {
      return series.metric().better() == Better.NEITHER
          ? "changed"
          : isWorse() ? "worse" : "better";
    }

    /** The change in one sentence. */
    public String line() {
      String operation = move.after().run().operation();
      return "%s: %s of %s at %s went from %s to %s%s between %s (commit %s) and %s (commit %s), p = %s"
          .formatted(
              verdict(),
              series.metric().title(operation),
              series.cell().subject(),
              series.cell().parameters().label(),
              Numbers.of(move.oldValue()),
              Numbers.of(move.newValue()),
              move.ratio().map(ratio -> " (" + Numbers.factor(ratio) + ")").orElse(""),
              move.before().run().name(),
              move.before().run().manifest().commit(),
              move.after().run().name(),
              move.after().run().manifest().commit(),
              String.format(Locale.ROOT, "%.2g", move.pValue()));
    }
  }

  /**
   * The trend of runs of one kind.
   *
   * @param metrics whose values are followed
   * @param cells those wanted
   * @param threshold the least relative change that matters
   */
  public static Trend of(
      List<Run> runs, List<Metric> metrics, Predicate<Cell> cells, double threshold) {
    List<String> setups = runs.stream().map(SetupDifference::setup).toList();
    List<TrendSeries> series = new ArrayList<>();
    runs.stream()
        .flatMap(run -> run.cells().stream())
        .filter(cells)
        .distinct()
        .forEach(cell ->
            metrics.forEach(metric -> {
              TrendSeries line = TrendSeries.of(runs, setups, cell, metric);
              if (!line.points().isEmpty()) {
                series.add(line);
              }
            }));
    double level = level(sizes(series));
    ChangePoints test = new ChangePoints(level, SEED);
    return new Trend(
        runs,
        setups,
        series,
        series.stream()
            .flatMap(
                line -> line.moves(test, threshold).stream().map(move -> new Change(line, move)))
            .toList(),
        level);
  }

  /** The level of each test: those that have too few runs for any cannot err. */
  private static double level(List<Integer> sizes) {
    for (int tests = 1; tests <= sizes.size(); tests++) {
      double level = DifferenceTest.ALPHA / tests;
      int fewest = ChangePoints.fewestValues(level);
      if (sizes.stream().filter(size -> size >= fewest).count() <= tests) {
        return level;
      }
    }
    return DifferenceTest.ALPHA / Math.max(1, sizes.size());
  }

  /** How many runs each series has of each setup. */
  private static List<Integer> sizes(List<TrendSeries> series) {
    return series.stream()
        .flatMap(line -> line.bySetup().values().stream())
        .map(List::size)
        .toList();
  }

  /**
   * The fewest runs with the setup of the last one with which a change of any of these series can
   * be told, which are more than there are: its tests count then as well.
   */
  private int fewestRuns() {
    List<Integer> ofEarlier =
        series.stream()
            .flatMap(line -> line.bySetup().entrySet().stream())
            .filter(of -> !of.getKey().equals(setups.getLast()))
            .map(of -> of.getValue().size())
            .toList();
    return IntStream.iterate(mostRuns() + 1, runs -> runs + 1)
        .filter(runs -> runs >= ChangePoints.fewestValues(level(withLast(ofEarlier, runs))))
        .findFirst()
        .orElseThrow();
  }

  /** The sizes of earlier setups, and that of the last one for each series. */
  private List<Integer> withLast(List<Integer> ofEarlier, int runs) {
    return Stream.concat(ofEarlier.stream(), series.stream().map(line -> runs)).toList();
  }

  /** The most runs that a series has of the setup of the last run, which is the one in use. */
  private int mostRuns() {
    return series.stream()
        .mapToInt(line -> line.bySetup().getOrDefault(setups.getLast(), List.of()).size())
        .max()
        .orElse(0);
  }

  /** Whether a change can be told among the runs with the setup of the last one. */
  public boolean canTell() {
    return mostRuns() >= ChangePoints.fewestValues(level);
  }

  /** The places of runs whose setup is another than that of the run before. */
  public List<Integer> setupChanges() {
    List<Integer> places = new ArrayList<>();
    for (int i = 1; i < runs.size(); i++) {
      if (!setups.get(i).equals(setups.get(i - 1))) {
        places.add(i);
      }
    }
    return places;
  }

  /** What was found, line by line. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(changes.stream().map(Change::line).toList());
    lines.add(
        "%d %s in %d series of %d runs%s"
            .formatted(
                changes.size(),
                changes.size() == 1 ? "change" : "changes",
                series.size(),
                runs.size(),
                differentSetups() > 1
                    ? " with " + differentSetups() + " setups, each by itself"
                    : ""));
    if (!canTell()) {
      lines.add(
          ("too few runs with the setup of the last: %d, and a change of any of these series can be told from %d on;"
                  + " choose fewer series with --metric, --level or --subject, or measure more runs")
              .formatted(mostRuns(), fewestRuns()));
    }
    return lines;
  }

  private long differentSetups() {
    return setups.stream().distinct().count();
  }
}
