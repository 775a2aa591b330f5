package dev.tierbench.report;

import static dev.tierbench.report.Folders.usageError;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.report.check.CheckText;
import dev.tierbench.report.check.RecheckedStep;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.rules.Limits;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the validity rules again over a run folder. */
@Command(
    name = "check",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = CheckCommand.NOT_CHECKED,
    description = {
      "Computes the values of a run folder again from its raw records, names each stored value that"
          + " differs, and applies the validity rules again; prints value, limit and verdict."
    },
    exitCodeList = {
      "0:no step is FAIL, and all stored values are those of the raw records",
      "1:a step is FAIL, or a stored value differs",
      "2:usage error",
      "3:could not be checked"
    })
final class CheckCommand implements Callable<Integer>, HasHelp {

  private static final ProgramHelp HELP =
      ProgramHelp.ofFewOptions(
          "./scripts/check.sh RUN [OPTION]...",
          new Example("./scripts/check.sh results/RUN", "what did not pass"),
          new Example("./scripts/check.sh results/RUN --print-rules >rules.json", "all limits"),
          new Example("./scripts/check.sh results/RUN --rules rules.json --all", "other limits"));

  static final int NOT_CHECKED = 3;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "A run folder.")
  private Path folder;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description = "File of limits as --print-rules writes them. Default: the built-in limits.")
  private Optional<Path> rules = Optional.empty();

  @Option(names = "--print-rules", description = "Print the limits as JSON and stop.")
  private boolean printRules;

  @Option(names = "--all", description = "Also print the checks that passed.")
  private boolean all;

  @Override
  public ProgramHelp help() {
    return HELP;
  }

  @Override
  public Integer call() throws IOException {
    Limits limits = limits();
    if (printRules) {
      Folders.print(RunJson.toJson(limits.complete()).lines().toList());
      return 0;
    }
    Run run = new Folders(spec).read(folder, RunReader.Depth.RECORDS);
    List<RecheckedStep> steps = RecheckedStep.of(new RunFolder(folder), run, limits);
    Folders.print(List.of("rules " + limits.version()));
    Folders.print(CheckText.lines(steps, all));
    return steps.stream().anyMatch(RecheckedStep::isRefused) ? 1 : 0;
  }

  private Limits limits() {
    if (rules.isEmpty()) {
      return Limits.DEFAULT;
    }
    try {
      return LimitsFile.read(rules.get());
    } catch (IOException e) {
      throw usageError(spec, "--rules " + e.getMessage());
    }
  }
}
