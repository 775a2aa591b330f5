package dev.tierbench.observer.program;

import dev.tierbench.observer.ObserverCommand;
import dev.tierbench.observer.agent.AgentCommand;

/** The program: {@code threads}, {@code trace} and {@code agent}. */
public final class ObserverProgram {

  private ObserverProgram() {}

  /** Runs the command line: 0 complete, 1 something could not be measured, 2 usage error. */
  public static void main(String[] arguments) {
    System.exit(ObserverCommand.commandLine().addSubcommand(new AgentCommand()).execute(arguments));
  }
}
