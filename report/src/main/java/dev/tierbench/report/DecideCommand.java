package dev.tierbench.report;

import dev.tierbench.report.finding.RoundDecisions;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.run.file.RunJson;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says which rows of a sweep until decided are not decided yet. */
@Command(
    name = "decide",
    mixinStandardHelpOptions = true,
    description = {
      "Writes as JSON what the rounds of a sweep decide so far. sweep.sh --until decided asks it"
          + " after each round.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:written", "2:usage error, or a sweep with a number of rounds"},
    footerHeading = "%nExample:%n",
    footer = "  decide results/RUN --out decisions.json")
final class DecideCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "A run folder, complete or not.")
  private Path folder;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "The answer.")
  private Path out;

  @Override
  public Integer call() {
    Run run = new Folders(spec).read(folder, RunReader.Depth.RECORDS);
    try {
      RunJson.write(out.toAbsolutePath(), RoundDecisions.of(run));
      return 0;
    } catch (IllegalArgumentException e) {
      throw Folders.usageError(spec, e.getMessage());
    }
  }
}
