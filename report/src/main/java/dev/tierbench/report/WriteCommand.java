package dev.tierbench.report;

import dev.tierbench.report.capacity.CapacityText;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.page.IndexPage;
import dev.tierbench.report.page.KeyFindings;
import dev.tierbench.report.page.ReportPage;
import dev.tierbench.report.page.RunAnalysis;
import dev.tierbench.report.plot.Plots;
import dev.tierbench.report.summary.Summary;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
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

/** Writes the report of a run folder. */
@Command(
    name = "report",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Writes report.html, one file that needs no network, plots/*.svg, summary.csv and summary.md",
      "of a run folder, and prints its table.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:written", "1:could not be written", "2:usage error"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  report results/20260101T120000Z-quick",
      "  report results/20260101T120000Z-quick --out /tmp/report.html",
      "  report results/20260101T120000Z-quick results/20260101T130000Z-quick-sleeps",
      "  report --predict cores=32 results/20260101T120000Z-standard",
      "  report --predict cores=32 results/20260101T120000Z-standard --out /tmp/on-32.html",
      "  report --predict cores=2 results/ONE-CORE --against results/TWO-CORES"
    })
final class WriteCommand implements Callable<Integer> {

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
          "The page; default RUN/report.html. The plots go beside it, and no summary is written. Of"
              + " several runs the index; default index.html beside the first.")
  private Optional<Path> out = Optional.empty();

  @Mixin private PredictOptions prediction = new PredictOptions();

  @Override
  public Integer call() {
    prediction.check(spec, out.isPresent());
    if (prediction.isAsked()) {
      Optional<CapacityText> text = prediction.print(spec, folders);
      if (text.isPresent() && out.isPresent()) {
        writePrediction(text.get(), out.get().toAbsolutePath());
      }
      return 0;
    }
    if (folders.size() == 1) {
      write(folders.getFirst(), out);
      return 0;
    }
    List<IndexPage.Entry> entries =
        folders.stream().map(folder -> write(folder, Optional.empty())).toList();
    Path first = folders.getFirst().toAbsolutePath();
    Path index = out.orElse(first.resolveSibling("index.html")).toAbsolutePath();
    RunJson.write(index, IndexPage.of(entries, index));
    System.out.println("written: " + index);
    return 0;
  }

  private void writePrediction(CapacityText text, Path page) {
    Run run = Folders.read(spec, folders.getFirst(), RunReader.Depth.THREADS);
    RunJson.write(page, ReportPage.ofRun(RunAnalysis.of(run), Optional.of(text)));
    System.out.println("written: " + page);
  }

  private IndexPage.Entry write(Path folder, Optional<Path> to) {
    Run run = Folders.read(spec, folder, RunReader.Depth.THREADS);
    RunFolder files = new RunFolder(folder);
    Path page = to.orElse(files.report()).toAbsolutePath();
    RunAnalysis analysis = RunAnalysis.of(run);
    RunJson.write(page, ReportPage.ofRun(analysis));
    int plots = Plots.write(run, page.resolveSibling(RunFolder.PLOTS));
    Summary summary = Summary.of(run);
    if (to.isEmpty()) {
      summary.write(files);
    }
    summary.text().forEach(System.out::println);
    System.out.println();
    KeyFindings findings = KeyFindings.of(analysis);
    findings.sentences().forEach(System.out::println);
    System.out.println(
        "written: " + page + (plots > 0 ? " and " + plots + " plots beside it" : ""));
    return new IndexPage.Entry(run, findings, page);
  }
}
