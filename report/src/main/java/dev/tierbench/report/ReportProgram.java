package dev.tierbench.report;

import dev.tierbench.cli.HelpText;
import dev.tierbench.run.file.TerminalText;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the report: one program with a verb for each task. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Reads run folders: writes their report, runs their checks again, compares them.",
    subcommands = {
      WriteCommand.class,
      CheckCommand.class,
      CompareCommand.class,
      LiveCommand.class,
      DecideCommand.class,
      ExportCommand.class,
      TrendCommand.class,
      ChainCommand.class,
      DocsTablesCommand.class
    })
public final class ReportProgram {

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return HelpText.install(new CommandLine(new ReportProgram()))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (e, args) -> printError(e.getCommandLine(), e.getMessage(), CommandLine.ExitCode.USAGE))
        .setExecutionExceptionHandler((e, command, parsed) -> explain(command, e))
        .setExecutionStrategy(ReportProgram::run);
  }

  /** Errors that a run folder can cause are handled as exceptions are. */
  private static int run(CommandLine.ParseResult parsed) {
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (StackOverflowError | OutOfMemoryError e) {
      CommandLine command = parsed.commandSpec().commandLine();
      for (CommandLine.ParseResult next = parsed; next.hasSubcommand(); ) {
        next = next.subcommand();
        command = next.commandSpec().commandLine();
      }
      return explain(command, e);
    }
  }

  private static int explain(CommandLine command, Throwable e) {
    return printError(
        command, FailureLine.of(e), command.getCommandSpec().exitCodeOnExecutionException());
  }

  private static int printError(CommandLine command, String message, int exitCode) {
    command.getErr().println(command.getCommandName() + ": " + TerminalText.escaped(message));
    return exitCode;
  }
}
