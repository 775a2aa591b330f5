package dev.tierbench.loadgen;

import picocli.CommandLine;

/** Plans from command lines, parsed as the command parses them. */
final class Plans {

  private Plans() {}

  static LoadPlan of(String... arguments) {
    LoadOptions options = new LoadOptions();
    new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
    return options.plan();
  }
}
