package dev.tierbench.loadgen;

/** Plans from command lines, parsed as the command parses them. */
final class Plans {

  private Plans() {}

  static LoadPlan of(String... arguments) {
    LoadOptions options = new LoadOptions();
    LoadOptions.commandLine(options).parseArgs(arguments);
    return options.plan();
  }
}
