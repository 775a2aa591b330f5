package dev.tierbench.observer.program;

import dev.tierbench.observer.ObserverCommand;
import dev.tierbench.observer.agent.AgentCommand;
import java.util.stream.Stream;

/** The program: {@code threads}, {@code trace} and {@code agent}. */
public final class ObserverProgram {

  private ObserverProgram() {}

  /** Runs the command line: 0 complete, 1 something could not be measured, 2 usage error. */
  public static void main(String[] arguments) {
    System.exit(
        ObserverCommand.commandLine()
            .addSubcommand(new AgentCommand())
            .execute(withCommand(arguments)));
  }

  /** Puts {@code threads} before a process that has no command before it. */
  static String[] withCommand(String... arguments) {
    boolean beginsWithProcess = arguments.length > 0 && arguments[0].matches("\\d+");
    return beginsWithProcess
        ? Stream.concat(Stream.of("threads"), Stream.of(arguments)).toArray(String[]::new)
        : arguments;
  }
}
