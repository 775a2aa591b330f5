package dev.tierbench.report;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.report.capacity.CapacityText;
import dev.tierbench.report.finding.KeyFindings;
import dev.tierbench.report.finding.RunAnalysis;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.page.IndexPage;
import dev.tierbench.report.page.ReportPage;
import dev.tierbench.report.plot.Plots;
import dev.tierbench.report.summary.Summary;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the report of a run folder. */
@Command(
    name = "report",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Writes report.html (one file that needs no network), plots/*.svg, summary.csv and summary.md of"
          + " a run folder, and prints its table."
    },
    exitCodeList = {"0:written", "1:a part could not be written", "2:usage error"})
final class WriteCommand implements Callable<Integer>, HasHelp {

  private static final ProgramHelp HELP =
      ProgramHelp.ofFewOptions(
          "./scripts/report.sh RUN... [OPTION]...",
          new Example("./scripts/report.sh results/RUN", "the page of a run"),
          new Example("./scripts/report.sh results/RUN --out /tmp/report.html", "elsewhere"),
          new Example("./scripts/report.sh results/RUN results/OTHER", "two pages and an index"),
          new Example("./scripts/report.sh results/RUN --predict cores=32", "on other cores"),
          new Example(
              "./scripts/report.sh results/ONE --predict cores=2 --against results/TWO",
              "against a measurement"));

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Run folders, complete or not; of several an index is written too.")
  private List<Path> folders = List.of();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "File of the page, with the plots beside it; then no summary is written. With"
              + " several runs, file of the index. Default: RUN/report.html, and index.html"
              + " beside the first run.")
  private Optional<Path> out = Optional.empty();

  @Mixin private PredictOptions prediction = new PredictOptions();

  private Folders opened;
  private boolean failed;

  @Override
  public ProgramHelp help() {
    return HELP;
  }

  @Override
  public Integer call() throws IOException {
    opened = new Folders(spec);
    prediction.check(spec, out.isPresent());
    if (prediction.isAsked()) {
      Optional<CapacityText> text = prediction.print(spec, opened, folders);
      if (text.isPresent() && out.isPresent()) {
        writePrediction(text.get(), out.get().toAbsolutePath());
      }
      return 0;
    }
    if (folders.size() == 1) {
      write(folders.getFirst(), out);
      return exitCode();
    }
    List<IndexPage.Entry> entries =
        folders.stream().flatMap(folder -> write(folder, Optional.empty()).stream()).toList();
    Path first = folders.getFirst().toAbsolutePath();
    Path index = out.orElse(first.resolveSibling("index.html")).toAbsolutePath();
    RunJson.write(index, IndexPage.of(entries, index));
    Folders.print(List.of("written: " + index));
    return exitCode();
  }

  private int exitCode() {
    return failed ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private void writePrediction(CapacityText text, Path page) {
    Run run = opened.read(folders.getFirst(), RunReader.Depth.THREADS);
    RunJson.write(page, ReportPage.ofRun(RunAnalysis.of(run), Optional.of(text)));
    Folders.print(List.of("written: " + page));
  }

  /** Writes each part that can be made; the index names a run that has a page. */
  private Optional<IndexPage.Entry> write(Path folder, Optional<Path> to) {
    Run run = opened.read(folder, RunReader.Depth.THREADS);
    RunFolder files = new RunFolder(folder);
    Path page = to.orElse(files.report()).toAbsolutePath();
    Optional<KeyFindings> findings =
        attempt(
            folder,
            "page",
            () -> {
              RunAnalysis analysis = RunAnalysis.of(run);
              RunJson.write(page, ReportPage.ofRun(analysis));
              return KeyFindings.of(analysis);
            });
    Optional<Integer> plots =
        attempt(folder, "plots", () -> Plots.write(run, page.resolveSibling(RunFolder.PLOTS)));
    attempt(
            folder,
            "summary",
            () -> {
              Summary summary = Summary.of(run);
              if (to.isEmpty()) {
                summary.write(files, findings.map(KeyFindings::sentences).orElse(List.of()));
              }
              return summary.text();
            })
        .ifPresent(Folders::print);
    findings.ifPresent(found -> printFindings(found, page, plots.orElse(0)));
    return findings.map(found -> new IndexPage.Entry(run, found, page));
  }

  private static void printFindings(KeyFindings findings, Path page, int plots) {
    Folders.print(List.of(""));
    Folders.print(findings.sentences());
    Folders.print(
        List.of("written: " + page + (plots > 0 ? " and " + plots + " plots beside it" : "")));
  }

  /** A part of a report. */
  private interface Part<T> {
    T make() throws IOException;
  }

  /** Makes a part; one that cannot be made takes no other with it. */
  private <T> Optional<T> attempt(Path folder, String name, Part<T> part) {
    try {
      return Optional.of(part.make());
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      failed = true;
      opened.warn("%s: no %s: %s".formatted(folder, name, FailureLine.of(e)));
      return Optional.empty();
    }
  }
}
