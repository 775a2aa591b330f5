package dev.tierbench.loadgen.cli;

import dev.tierbench.loadgen.plan.LoadPlan;

/** Plans from command lines, parsed as the command parses them. */
public final class Plans {

  private Plans() {}

  public static LoadPlan of(String... arguments) {
    LoadOptions options = new LoadOptions();
    LoadOptions.commandLine(options).parseArgs(arguments);
    return options.plan();
  }
}
