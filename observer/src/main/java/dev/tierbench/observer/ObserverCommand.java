package dev.tierbench.observer;

import dev.tierbench.cli.HelpText;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands {@code threads} and {@code trace}. */
@Command(
    name = "observer",
    description = "Counts what each thread of a JVM asks of the kernel.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = "A process ID in place of a command is short for: threads PID",
    subcommands = {ThreadsCommand.class, TraceCommand.class})
public final class ObserverCommand {

  private ObserverCommand() {}

  /** The command line, to which other packages may add commands. */
  public static CommandLine commandLine() {
    return HelpText.install(new CommandLine(new ObserverCommand()))
        .setCaseInsensitiveEnumValuesAllowed(true);
  }
}
