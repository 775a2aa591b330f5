package dev.tierbench.report;

import dev.tierbench.report.page.HtmlShell;
import dev.tierbench.run.file.RunJson;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the page that a run shows itself on. */
@Command(
    name = "live",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the page of a run that is under way. sweep.sh --live and suite.sh --live serve it.",
      ""
    },
    footerHeading = "%nExample:%n",
    footer = "  live --out live.html")
final class LiveCommand implements Callable<Integer> {

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "The page.")
  private Path out;

  @Override
  public Integer call() {
    RunJson.write(out.toAbsolutePath(), HtmlShell.livePage());
    return 0;
  }
}
