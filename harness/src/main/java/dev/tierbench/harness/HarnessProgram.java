package dev.tierbench.harness;

import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.harness.http.VerifyCommand;
import dev.tierbench.harness.suite.SuiteCommand;
import dev.tierbench.harness.trial.ProgramLine;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine;

/** The program of this module: what its first argument asks for. */
public final class HarnessProgram {

  private HarnessProgram() {}

  /** Headers that a descriptor may give and the JDK's client refuses unless it is told first. */
  private static final String OWN_HEADERS = "host,connection";

  public static void main(String[] args) {
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", OWN_HEADERS);
    Optional<Object> command = args.length == 0 ? Optional.empty() : command(args[0]);
    if (command.isEmpty()) {
      System.err.println("harness: expected sweep, suite or verify first");
      System.exit(CommandLine.ExitCode.USAGE);
    }
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    System.exit(ProgramLine.of(command.orElseThrow()).execute(rest));
  }

  private static Optional<Object> command(String kind) {
    return switch (kind) {
      case "sweep" -> Optional.of(new SweepCommand());
      case "suite" -> Optional.of(new SuiteCommand());
      case "verify" -> Optional.of(new VerifyCommand());
      default -> Optional.empty();
    };
  }
}
