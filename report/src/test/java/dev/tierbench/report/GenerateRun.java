package dev.tierbench.report;

import java.nio.file.Path;

/**
 * Writes a generated run folder for looking at: {@code GenerateRun FOLDER TRIALS LEVELS THREADS},
 * or {@code GenerateRun FOLDER} for one of a suite.
 */
final class GenerateRun {
  private GenerateRun() {}

  public static void main(String[] args) {
    if (args.length == 1) {
      new SuiteGenerator().write(Path.of(args[0]));
      return;
    }
    RunGenerator generator = new RunGenerator();
    generator.trials = Integer.parseInt(args[1]);
    int levels = Integer.parseInt(args[2]);
    generator.levels =
        java.util.stream.IntStream.rangeClosed(1, levels)
            .map(i -> i * 2_600 / levels)
            .boxed()
            .toList();
    generator.threads = Integer.parseInt(args[3]);
    generator.noise = 0.03;
    generator.write(Path.of(args[0]));
  }
}
