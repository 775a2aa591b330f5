package dev.tierbench.report;

import static dev.tierbench.report.Folders.usageError;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.page.TrendPage;
import dev.tierbench.report.trend.Trend;
import dev.tierbench.run.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows runs over time, and where their values moved. */
@Command(
    name = "trend",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the values of many runs over time, and between which two runs they moved. A change of"
          + " setup (host, JDK, options, work) is marked, and no run is tested against one with"
          + " another."
    },
    exitCodeList = {
      "0:no change, or --fail-on not given",
      "1:change found, with --fail-on",
      "2:usage error",
      "3:with --fail-on: too few runs with the setup of the last one to tell"
    })
final class TrendCommand implements Callable<Integer>, HasHelp {

  private static final int CHANGED = 1;
  private static final int TOO_FEW = 3;

  private static final ProgramHelp HELP =
      new ProgramHelp(
          "./scripts/trend.sh RUN... [OPTION]...",
          List.of("--metric", "--fail-on", "--recent", "--html"),
          List.of(
              OptionGroup.of(
                  "What is followed",
                  "--metric",
                  "--subject",
                  "--level",
                  "--rate",
                  "--overload",
                  "--case",
                  "--size",
                  "--threshold"),
              OptionGroup.of("What fails", "--fail-on", "--recent"),
              OptionGroup.of("Output", "--html", "--help", "--help-all", "--version")),
          List.of(
              new Example("./scripts/trend.sh results", "all runs of a folder"),
              new Example(
                  "./scripts/trend.sh results/*-nightly --metric cpu_us_per_op --level 400",
                  "one line for each server"),
              new Example(
                  "./scripts/trend.sh results --fail-on worse --recent 10", "for a CI job")));

  /** Changes that make a CI job fail. */
  enum FailOn {
    NOTHING,
    CHANGE,
    WORSE
  }

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "Run folders; a folder of runs stands for all of them, and a file for its run.")
  private List<Path> paths = List.of();

  @Mixin private MetricChoice metrics = new MetricChoice();
  @Mixin private CellChoice cells = new CellChoice();

  @Option(
      names = "--subject",
      paramLabel = "NAME",
      split = ",",
      description = "Servers or implementations. Default: all.")
  private Set<String> subjects = Set.of();

  @Mixin private ThresholdOption threshold = new ThresholdOption();

  @Option(
      names = "--fail-on",
      paramLabel = "WHAT",
      description =
          "change or worse: exit 1 when there is such a change, and 3 when there are too few runs"
              + " to tell. Default: nothing.")
  private FailOn failOn = FailOn.NOTHING;

  @Option(
      names = "--recent",
      paramLabel = "N",
      description =
          "With --fail-on: only changes to one of the last N runs count. Default: all changes.")
  private Optional<Integer> recent = Optional.empty();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "The page. Default: trend.html in the current folder.")
  private Path html = Path.of("trend.html");

  @Override
  public ProgramHelp help() {
    return HELP;
  }

  @Override
  public Integer call() {
    Folders folders = new Folders(spec);
    List<Run> runs = folders.all(paths, RunReader.Depth.RECORDS);
    Kind kind = kind(runs);
    Map<String, Set<String>> wanted = cells.wanted(spec, kind);
    Trend trend =
        Trend.of(
            runs,
            metrics.followed(spec, kind),
            cell ->
                cell.parameters().isAmong(wanted)
                    && (subjects.isEmpty() || subjects.contains(cell.subject())),
            threshold.share(spec).orElseGet(runs.getFirst()::threshold));
    if (trend.series().isEmpty()) {
      throw usageError(spec, "no subject, cell and metric that a valid step has");
    }
    Folders.print(trend.lines());
    folders.write(html, TrendPage.of(trend));
    Folders.print(List.of("page: " + html));
    return exitCode(trend);
  }

  /** The kind that all runs are of; runs of different kinds have no line in common. */
  private Kind kind(List<Run> runs) {
    Set<String> kinds =
        runs.stream().map(run -> run.view().texts(run).run()).collect(Collectors.toSet());
    if (kinds.size() > 1) {
      throw usageError(
          spec,
          "the runs are of different kinds: "
              + kinds.stream().sorted().collect(Collectors.joining(", "))
              + "; give those of one");
    }
    return runs.getFirst().kind();
  }

  private int exitCode(Trend trend) {
    if (failOn == FailOn.NOTHING) {
      return 0;
    }
    int from = trend.runs().size() - recent.orElse(trend.runs().size());
    boolean found =
        trend.changes().stream()
            .filter(change -> change.move().after().place() >= from)
            .anyMatch(change -> failOn == FailOn.CHANGE || change.isWorse());
    if (found) {
      return CHANGED;
    }
    return trend.canTell() ? 0 : TOO_FEW;
  }
}
