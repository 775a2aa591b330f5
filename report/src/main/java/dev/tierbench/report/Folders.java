package dev.tierbench.report;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Opens the run folders that a command line names and prints what they say. What cannot be read
 * goes to stderr, each line once, however often a folder is read. Not thread-safe.
 */
final class Folders {

  private final CommandSpec spec;
  private final Set<String> printed = new HashSet<>();

  Folders(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * The run in a folder.
   *
   * @throws ParameterException when it is no run folder
   */
  Run read(Path folder, RunReader.Depth depth) {
    try {
      Run run = RunReader.read(folder, depth);
      printProblems(run);
      return run;
    } catch (IOException e) {
      throw usageError(spec, e.getMessage());
    }
  }

  void printProblems(Run run) {
    run.readProblems().stream().filter(printed::add).forEach(this::warn);
  }

  /** Prints a line to stderr, under the name of the command. */
  void warn(String line) {
    spec.commandLine().getErr().println(spec.name() + ": " + TerminalText.escaped(line));
  }

  /** Prints lines to stdout; what they quote of a folder cannot drive the terminal. */
  static void print(List<String> lines) {
    lines.stream().map(TerminalText::escaped).forEach(System.out::println);
  }

  /** What a command throws when it cannot do what was asked. */
  static ParameterException usageError(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
