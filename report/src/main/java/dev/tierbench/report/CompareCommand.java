package dev.tierbench.report;

import static dev.tierbench.report.Folders.usageError;

import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.ComparisonOptions;
import dev.tierbench.report.compare.Format;
import dev.tierbench.report.compare.GroupBy;
import dev.tierbench.report.compare.JunitXml;
import dev.tierbench.report.compare.SetupDifference;
import dev.tierbench.report.compare.Side;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.page.ReportPage;
import dev.tierbench.run.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two run folders, or two servers of one. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = CompareCommand.NOT_COMPARABLE,
    description = {
      "Compares B with A: better, worse, equivalent or inconclusive, with the evidence."
    },
    exitCodeList = {
      "0:no worse, or --fail-on not given",
      "1:worse found, with --fail-on worse",
      "2:usage error",
      "3:not comparable; with --fail-on also when B lost a server, a level or most trials",
      "4:with --fail-on: worse by the trials, but the hosts' speed may explain it",
      "5:with --fail-on undecided: nothing is worse, and a row is open or could not be made"
    })
final class CompareCommand implements Callable<Integer>, HasHelp {

  static final int NOT_COMPARABLE = 3;

  /** Results that make a CI job fail. */
  enum FailOn {
    NOTHING,
    WORSE,
    UNDECIDED
  }

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "RUN or RUN:server, the base.")
  private String a;

  @Parameters(index = "1", paramLabel = "B", description = "RUN or RUN:server, compared with A.")
  private String b;

  @Mixin private MetricChoice metrics = new MetricChoice();

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description =
          "Rows of the table: subject, cell, role, syscall or frame (of profiles). Default:"
              + " cell.")
  private GroupBy by = GroupBy.CELL;

  @Mixin private CellChoice cells = new CellChoice();

  @Option(
      names = "--role",
      paramLabel = "NAME",
      description = "Only this role of threads. Default: all roles.")
  private Optional<String> role = Optional.empty();

  @Mixin private ThresholdOption threshold = new ThresholdOption();

  @Option(
      names = "--fail-on",
      paramLabel = "WHAT",
      description =
          "worse: exit 1 when a row is worse, 3 when B lost what A has, 4 when the hosts'"
              + " speed may explain a worse row. undecided: also exit 5 when a row is open"
              + " or measured on one side only, or a cell that both planned is not valid on both."
              + " Default: nothing.")
  private FailOn failOn = FailOn.NOTHING;

  @Option(
      names = "--strict",
      description = "Refuse (exit 3) when host, JDK, plan or settings differ.")
  private boolean strict;

  @Option(
      names = "--mix-generators",
      description =
          "Compare sweeps of different load generators, which is refused otherwise (exit" + " 3).")
  private boolean mixGenerators;

  @Option(
      names = "--mix-hosts",
      description =
          "Compare a sweep on one host with one over several, which is refused otherwise"
              + " (exit 3).")
  private boolean mixHosts;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "text, md (a comment for a pull request), short (three lines), json or csv. Default: text.")
  private Format format = Format.TEXT;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write both sides as one HTML page. Default: no page.")
  private Optional<Path> html = Optional.empty();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description =
          "Also write JUnit XML for a CI server: a test per row; worse is a failure, no"
              + " verdict is skipped; what B lost is an error, and so is a worse row that the"
              + " hosts' speed may explain. Default: no file.")
  private Optional<Path> junit = Optional.empty();

  private Folders folders;

  @Override
  public ProgramHelp help() {
    return CompareHelp.CONTENTS;
  }

  @Override
  public Integer call() throws IOException {
    folders = new Folders(spec);
    Side sideA = side(a);
    Side sideB = side(b);
    Optional<String> obstacle = obstacle(sideA.run(), sideB.run());
    if (obstacle.isPresent()) {
      return refused(sideA, sideB, obstacle.get());
    }
    Kind kind = sideA.run().kind();
    double least = threshold.share(spec).orElseGet(sideA.run()::threshold);
    ComparisonOptions options =
        new ComparisonOptions(
            by, metrics.compared(spec, kind), cells.wanted(spec, kind), role, least);
    Comparison comparison = Comparison.of(sideA, sideB, options);
    List<SetupDifference> deciding =
        comparison.differences().stream().filter(SetupDifference::decides).toList();
    if (strict && !deciding.isEmpty()) {
      deciding.forEach(difference -> folders.warn("differs: " + difference.line()));
      return refused(sideA, sideB, "A and B differ in what decides the values (--strict)");
    }
    if (comparison.rows().isEmpty()) {
      return refused(
          sideA, sideB, "no subject, cell and metric that valid steps of both sides have");
    }
    Folders.print(format.lines(comparison));
    html.ifPresent(file -> folders.write(file, ReportPage.ofComparison(comparison)));
    junit.ifPresent(file -> folders.write(file, JunitXml.of(comparison)));
    if (failOn == FailOn.NOTHING) {
      return 0;
    }
    CompareGate gate = CompareGate.of(comparison, failOn == FailOn.UNDECIDED);
    gate.lines().forEach(folders::warn);
    return gate.exitCode();
  }

  /** Why the values of two runs are not the same quantities. */
  private Optional<String> obstacle(Run runA, Run runB) {
    if (runA.kind() != runB.kind() || !runA.manifest().suite().equals(runB.manifest().suite())) {
      return Optional.of("A is " + about(runA) + ", B is " + about(runB));
    }
    if (!mixGenerators && !runA.manifest().generator().equals(runB.manifest().generator())) {
      return Optional.of(
          ("A is driven by %s, B by %s, which measure latency and open their windows in different"
                  + " ways; run both sweeps with the same --generator, or compare them all the same:"
                  + " --mix-generators")
              .formatted(runA.manifest().generator(), runB.manifest().generator()));
    }
    if (!mixHosts && !runA.manifest().layout().equals(runB.manifest().layout())) {
      return Optional.of(
          ("A had %s, B %s: on loopback the sender's CPU does the receiver's packet work, so CPU,"
                  + " switches and system calls per request are different quantities; run both"
                  + " sweeps on the same hosts, or compare them all the same: --mix-hosts")
              .formatted(runA.manifest().layout(), runB.manifest().layout()));
    }
    return Optional.empty();
  }

  private static String about(Run run) {
    return run.view().texts(run).run();
  }

  private int refused(Side sideA, Side sideB, String why) {
    junit.ifPresent(file -> folders.write(file, JunitXml.refused(sideA, sideB, why)));
    folders.warn("not comparable: " + why);
    return NOT_COMPARABLE;
  }

  private Side side(String text) {
    try {
      Side side = Side.read(text, depth());
      folders.printProblems(side.run());
      return side;
    } catch (IOException | IllegalArgumentException e) {
      throw usageError(spec, e.getMessage());
    }
  }

  /** Threads and latencies are only shown by the page; profiles are large. */
  private RunReader.Depth depth() {
    return html.isPresent() || by == GroupBy.FRAME
        ? RunReader.Depth.THREADS
        : RunReader.Depth.RECORDS;
  }
}
