package dev.tierbench.harness;

import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.harness.http.VerifyCommand;
import dev.tierbench.harness.suite.SuiteCommand;
import dev.tierbench.harness.trial.ProgramLine;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The program of this module, which does what its first argument names. */
public final class HarnessProgram {

  /**
   * Headers that a descriptor may give, and that the JDK's client sends only if they are listed.
   */
  private static final String OWN_HEADERS = "host,connection";

  private static final Map<String, Supplier<Object>> COMMANDS =
      Map.of(
          "sweep", SweepCommand::new,
          "suite", SuiteCommand::new,
          "verify", VerifyCommand::new);

  private HarnessProgram() {}

  public static void main(String[] args) {
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", OWN_HEADERS);
    if (args.length == 0 || !COMMANDS.containsKey(args[0])) {
      System.err.println("harness: expected sweep, suite or verify first");
      System.exit(CommandLine.ExitCode.USAGE);
    }
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    System.exit(ProgramLine.of(COMMANDS.get(args[0]).get()).execute(rest));
  }
}
