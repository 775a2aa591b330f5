package dev.tierbench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
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
      DocsTablesCommand.class
    })
public final class ReportProgram {

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new ReportProgram())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (e, args) -> printError(e.getCommandLine(), e.getMessage(), CommandLine.ExitCode.USAGE))
        .setExecutionExceptionHandler((e, command, parsed) -> explain(command, e));
  }

  /** An I/O error is one line; a defect of the program needs its stack trace. */
  private static int explain(CommandLine command, Exception e) {
    if (!(e instanceof IOException || e instanceof UncheckedIOException)) {
      e.printStackTrace(command.getErr());
    }
    return printError(command, e.getMessage(), CommandLine.ExitCode.SOFTWARE);
  }

  private static int printError(CommandLine command, String message, int exitCode) {
    command.getErr().println(command.getCommandName() + ": " + message);
    return exitCode;
  }
}
