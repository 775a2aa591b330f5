package dev.tierbench.harness;

import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.harness.suite.SuiteCommand;
import dev.tierbench.harness.trial.ProgramLine;
import java.util.List;
import picocli.CommandLine;

/** The program of this module: which kind of run its first argument asks for. */
public final class HarnessProgram {

  private HarnessProgram() {}

  public static void main(String[] args) {
    if (args.length == 0) {
      System.err.println("harness: expected sweep or suite first");
      System.exit(CommandLine.ExitCode.USAGE);
    }
    List<String> rest = List.of(args).subList(1, args.length);
    Object command =
        switch (args[0]) {
          case "sweep" -> new SweepCommand();
          case "suite" -> new SuiteCommand();
          default -> {
            System.err.println("harness: unknown kind '" + args[0] + "': expected sweep or suite");
            System.exit(CommandLine.ExitCode.USAGE);
            throw new IllegalStateException("the JVM has ended");
          }
        };
    System.exit(ProgramLine.of(command).execute(rest.toArray(String[]::new)));
  }
}
