package dev.tierbench.report;

import static dev.tierbench.report.Folders.usageError;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.chain.Chain;
import dev.tierbench.report.chain.ChainTable;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.page.ChainPage;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Parameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what each choice of a chain of runs does to the ratio of two servers. */
@Command(
    name = "chain",
    mixinStandardHelpOptions = true,
    description = {
      "Shows what one choice after another does to the ratio of two servers: a table and a plot for"
          + " each metric, over runs that differ from the run before in one choice. The name of a"
          + " run says which."
    },
    exitCodeList = {"0:written", "2:usage error"})
final class ChainCommand implements Callable<Integer>, HasHelp {

  private static final List<Metric> STANDARD =
      Stream.of("latency_mean_ms", "throughput_rps", "cpu_us_per_op", "cs_per_op", "futex_per_op")
          .map(Metrics::get)
          .toList();

  private static final ProgramHelp HELP =
      new ProgramHelp(
          "./scripts/chain.sh RUN RUN... [OPTION]...",
          List.of("--level", "--metric", "--html"),
          List.of(
              OptionGroup.of(
                  "What is shown",
                  "--level",
                  "--rate",
                  "--overload",
                  "--case",
                  "--size",
                  "--metric"),
              OptionGroup.of("Output", "--format", "--html", "--help", "--help-all", "--version")),
          List.of(
              new Example(
                  "./scripts/chain.sh results/*-published results/*-kept results/*-warm",
                  "three choices"),
              new Example(
                  "./scripts/chain.sh results/chain/* --level 800 --format md", "as Markdown")));

  /** How the tables are printed. */
  enum Form {
    TEXT,
    MD,
    CSV
  }

  @Spec private CommandSpec spec;

  @picocli.CommandLine.Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description =
          "Run folders of two servers each, in the order of the changes; a folder of runs stands for"
              + " all of them, by the time at which they began.")
  private List<Path> paths = List.of();

  @Mixin private CellChoice cells = new CellChoice();

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      split = ",",
      description =
          "Metrics by their ids. Default: latency_mean_ms,throughput_rps,cpu_us_per_op,cs_per_op,"
              + "futex_per_op.")
  private List<String> metrics = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text, md or csv. Default: text.")
  private Form form = Form.TEXT;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "The page. Default: chain.html in the current folder.")
  private Path html = Path.of("chain.html");

  @Override
  public ProgramHelp help() {
    return HELP;
  }

  @Override
  public Integer call() {
    Folders folders = new Folders(spec);
    List<Run> runs = folders.inOrder(paths, RunReader.Depth.RECORDS);
    if (runs.size() < 2) {
      throw usageError(spec, "a chain has two runs or more");
    }
    Chain chain = chain(runs);
    Folders.print(form == Form.CSV ? ChainTable.csv(chain).lines().toList() : tables(chain));
    folders.write(html, ChainPage.of(chain));
    return 0;
  }

  private List<String> tables(Chain chain) {
    String operation = chain.runs().getFirst().operation();
    List<String> lines = new ArrayList<>();
    for (Chain.Line line : chain.lines()) {
      lines.add((form == Form.MD ? "### " : "") + line.metric().title(operation));
      lines.add("");
      lines.addAll(form == Form.MD ? ChainTable.of(line).markdown() : ChainTable.of(line).text());
      lines.add("");
    }
    lines.add(ChainTable.explanation(chain));
    return lines;
  }

  private Chain chain(List<Run> runs) {
    Kind kind = runs.getFirst().kind();
    Map<String, Set<String>> wanted = cells.wanted(spec, kind);
    List<Parameters> common =
        runs.getFirst().parameters().stream()
            .filter(at -> at.isAmong(wanted))
            .filter(at -> runs.stream().allMatch(run -> run.parameters().contains(at)))
            .toList();
    if (common.size() != 1) {
      throw usageError(
          spec,
          common.isEmpty()
              ? "there is no level or rate that all runs have"
              : "the runs share several levels: choose one with --level, such as --level "
                  + common.getLast().label());
    }
    try {
      return Chain.of(
          runs,
          common.getFirst(),
          metrics.isEmpty()
              ? STANDARD
              : metrics.stream().map(id -> MetricChoice.known(spec, kind, id)).toList());
    } catch (IllegalArgumentException e) {
      throw usageError(spec, e.getMessage());
    }
  }
}
