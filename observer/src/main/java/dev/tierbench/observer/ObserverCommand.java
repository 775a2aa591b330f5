package dev.tierbench.observer;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program: {@code threads} and {@code trace}. */
@Command(
    name = "observer",
    description = "Counts what each thread of a JVM asks of the kernel.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ThreadsCommand.class, TraceCommand.class})
public final class ObserverCommand {

  /** Exit code when what was asked for could not be measured completely. */
  static final int INCOMPLETE = 1;

  /** Exit code of a usage error. */
  static final int USAGE_ERROR = 2;

  private ObserverCommand() {}

  /** Runs the command line: 0 complete, 1 something could not be measured, 2 usage error. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new ObserverCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }
}
