package dev.tierbench.harness.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine;

/** The command line of a program of the harness: how it takes options and reports errors. */
public final class ProgramLine {

  private ProgramLine() {}

  public static CommandLine of(Object command) {
    return new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (e, args) -> fail(e.getCommandLine(), e.getMessage(), CommandLine.ExitCode.USAGE))
        .setExecutionExceptionHandler((e, line, parsed) -> explain(line, e));
  }

  /** An I/O error is one line; a defect of the program needs its stack trace. */
  private static int explain(CommandLine line, Exception e) {
    if (!(e instanceof IOException || e instanceof UncheckedIOException)) {
      e.printStackTrace(line.getErr());
    }
    return fail(line, e.getMessage(), CommandLine.ExitCode.SOFTWARE);
  }

  private static int fail(CommandLine line, String message, int exitCode) {
    line.getErr().println(line.getCommandName() + ": " + message);
    return exitCode;
  }
}
