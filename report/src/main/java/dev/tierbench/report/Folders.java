package dev.tierbench.report;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Opens the run folders that a command line names; what cannot be read goes to stderr. */
final class Folders {
  private Folders() {}

  /**
   * The run in a folder.
   *
   * @throws ParameterException when it is no run folder
   */
  static Run read(CommandSpec spec, Path folder, RunReader.Depth depth) {
    try {
      Run run = RunReader.read(folder, depth);
      printProblems(spec, run);
      return run;
    } catch (IOException e) {
      throw usageError(spec, e.getMessage());
    }
  }

  /** What a command throws when it cannot do what was asked. */
  static ParameterException usageError(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  static void printProblems(CommandSpec spec, Run run) {
    run.readProblems()
        .forEach(line -> spec.commandLine().getErr().println(spec.name() + ": " + line));
  }
}
