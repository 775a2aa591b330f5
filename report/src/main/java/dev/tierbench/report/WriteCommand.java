package dev.tierbench.report;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.page.KeyFindings;
import dev.tierbench.report.page.ReportPage;
import dev.tierbench.report.plot.Plots;
import dev.tierbench.run.RunJson;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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
      "Writes report.html, one file that needs no network, and plots/*.svg of a run folder.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:written", "1:could not be written", "2:misuse"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  report results/20260101T120000Z-quick",
      "  report results/20260101T120000Z-quick --out /tmp/report.html"
    })
final class WriteCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "A run folder, complete or not.")
  private Path folder;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The page; default RUN/report.html. The plots go beside it.")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() {
    Run run = Folders.read(spec, folder, RunReader.Depth.THREADS);
    Path page = out.orElse(folder.resolve("report.html")).toAbsolutePath();
    RunJson.write(page, ReportPage.ofRun(run));
    int plots = Plots.write(run, page.resolveSibling("plots"));
    KeyFindings.of(run).sentences().forEach(System.out::println);
    System.out.println("written: " + page + " and " + plots + " plots beside it");
    return 0;
  }
}
