package dev.tierbench.report.page;

import dev.tierbench.report.chain.Chain;
import dev.tierbench.report.chain.ChainTable;
import dev.tierbench.report.folder.Run;
import dev.tierbench.run.file.TextTable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a chain: a plot and a table for each metric, and the runs. No script. */
public final class ChainPage {

  private ChainPage() {}

  /** The file. */
  public static String of(Chain chain) {
    return HtmlShell.document(
        "Chain",
        "",
        """
        <header><h1>What each choice does</h1><p class="host quiet">%s</p></header>
        <main>
        %s
        <section><h2>Runs</h2>
        %s
        </section>
        </main>\
        """
            .formatted(
                Escape.html(ChainTable.explanation(chain)),
                chain.lines().stream()
                    .map(line -> section(chain, line))
                    .collect(Collectors.joining("\n")),
                runs(chain)));
  }

  private static String section(Chain chain, Chain.Line line) {
    TextTable table = ChainTable.of(line);
    String title = line.metric().title(chain.runs().getFirst().operation());
    return """
    <section><h2>%s</h2>
    <div class="plots"><figure class="card">%s</figure></div>
    %s
    </section>\
    """
        .formatted(
            Escape.html(title),
            new ChainPlot(line).toSvg(),
            new HtmlTable(
                    Escape.html(title),
                    table.head(),
                    table.rows().stream()
                        .map(row -> row.stream().map(Escape::html).toList())
                        .toList())
                .html());
  }

  private static String runs(Chain chain) {
    return new HtmlTable(
            "Runs",
            List.of("run", "servers", "commit", "host", "arguments"),
            chain.runs().stream().map(run -> row(run).map(Escape::html).toList()).toList())
        .html();
  }

  private static Stream<String> row(Run run) {
    return Stream.of(
        run.name(),
        String.join(", ", run.subjects()),
        run.manifest().commit(),
        run.manifest().host(),
        String.join(" ", run.manifest().commandLine()));
  }
}
