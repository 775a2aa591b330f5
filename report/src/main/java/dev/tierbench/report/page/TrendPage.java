package dev.tierbench.report.page;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.trend.Trend;
import dev.tierbench.report.trend.TrendSeries;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The page of runs over time: what moved, a plot for each series, and the runs. No script. */
public final class TrendPage {

  private TrendPage() {}

  /** The file. */
  public static String of(Trend trend) {
    return HtmlShell.document(
        "Trend",
        "",
        """
        <header><h1>%d runs over time</h1><p class="host quiet">%s</p></header>
        <main>
        <section id="answer"><h2>What moved</h2>
        %s
        </section>
        <section><h2>Each value</h2>
        <p class="lead">A dot is the median over the valid trials of a run, the line through it its
        interval. The vertical axis does not begin at 0. A solid line marks a change, a dashed one
        another setup.</p>
        <div class="plots two">
        %s
        </div></section>
        <section><h2>Runs</h2>
        %s
        </section>
        </main>\
        """
            .formatted(
                trend.runs().size(),
                Escape.html(trend.lines().getLast()),
                changes(trend),
                plots(trend),
                runs(trend)));
  }

  private static String changes(Trend trend) {
    if (trend.changes().isEmpty()) {
      return trend.canTell()
          ? "<p>No value moved.</p>"
          : "<p>There are too few runs to tell: %s.</p>"
              .formatted(Escape.html(trend.lines().getLast()));
    }
    return new HtmlTable(
            "Changes",
            List.of(
                "",
                "metric",
                "of",
                "at",
                "from",
                "to",
                "factor",
                "last before",
                "first after",
                "p"),
            trend.changes().stream().map(TrendPage::row).toList())
        .html();
  }

  private static List<String> row(Trend.Change change) {
    TrendSeries.Move move = change.move();
    return List.of(
        "<span class=\"verdict %s\">%s</span>".formatted(change.verdict(), change.verdict()),
        Escape.html(title(change.series(), move.after().run())),
        Escape.html(change.series().cell().subject()),
        Escape.html(change.series().cell().parameters().label()),
        Numbers.of(move.oldValue()),
        Numbers.of(move.newValue()),
        move.ratio().map(Numbers::factor).orElse(Numbers.NOT_MEASURED),
        Escape.html(run(move.before())),
        Escape.html(run(move.after())),
        Numbers.of(move.pValue()));
  }

  private static String run(TrendSeries.Point point) {
    return "%d, %s (commit %s)"
        .formatted(point.place() + 1, point.run().name(), point.run().manifest().commit());
  }

  private static String title(TrendSeries series, Run run) {
    return series.metric().title(run.operation());
  }

  /** Plots, first those of what moved. */
  private static String plots(Trend trend) {
    List<TrendSeries> moved = trend.changes().stream().map(Trend.Change::series).toList();
    return trend.series().stream()
        .sorted(Comparator.comparing(series -> !moved.contains(series)))
        .map(series ->
            """
            <figure class="card"><figcaption>%s <span class="quiet">%s at %s</span></figcaption>
            %s</figure>\
            """
                .formatted(
                    Escape.html(title(series, series.points().getLast().run())),
                    Escape.html(series.cell().subject()),
                    Escape.html(series.cell().parameters().label()),
                    new TrendPlot(trend, series).toSvg()))
        .collect(Collectors.joining("\n"));
  }

  private static String runs(Trend trend) {
    return new HtmlTable(
            "Runs",
            List.of("run", "name", "began", "commit", "host", "other hosts"),
            IntStream.range(0, trend.runs().size())
                .mapToObj(i -> {
                  Run run = trend.runs().get(i);
                  return Stream.of(
                          String.valueOf(i + 1),
                          run.name(),
                          run.manifest().startedAt().orElse(Numbers.NOT_MEASURED),
                          run.manifest().commit(),
                          run.manifest().machine(),
                          run.manifest().otherMachines())
                      .map(Escape::html)
                      .toList();
                })
                .toList())
        .html();
  }
}
