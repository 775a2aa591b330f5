package dev.tierbench.harness;

import dev.tierbench.cli.HelpText;
import dev.tierbench.harness.ab.AbCommand;
import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.harness.http.VerifyCommand;
import dev.tierbench.harness.suite.SuiteCommand;
import dev.tierbench.run.file.InvalidInput;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** The program of this module, which does what its first argument names. */
public final class HarnessProgram {

  /**
   * Headers that a descriptor may give, and that the JDK's client sends only if they are listed.
   */
  private static final String OWN_HEADERS = "host,connection";

  /** What the library of options adds to its message when a value cannot be converted. */
  private static final Pattern OF_JAVA =
      Pattern.compile("( to (interface|class) java\\S+)?( \\(java[a-z.]*\\.[A-Z].*\\))?$");

  private static final Map<String, Supplier<Object>> COMMANDS =
      Map.of(
          "ab", () -> new AbCommand(HarnessProgram::commandLine),
          "sweep", SweepCommand::new,
          "suite", SuiteCommand::new,
          "verify", VerifyCommand::new);

  private HarnessProgram() {}

  public static void main(String[] args) {
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", OWN_HEADERS);
    if (args.length == 0 || !COMMANDS.containsKey(args[0])) {
      System.err.println("harness: expected sweep, suite, verify or ab first");
      System.exit(CommandLine.ExitCode.USAGE);
    }
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    System.exit(commandLine(COMMANDS.get(args[0]).get()).execute(rest));
  }

  /** How a command takes options and reports errors. */
  public static CommandLine commandLine(Object command) {
    return HelpText.install(new CommandLine(command))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((e, args) ->
            fail(
                e.getCommandLine(),
                OF_JAVA.matcher(e.getMessage()).replaceAll(""),
                CommandLine.ExitCode.USAGE))
        .setExecutionExceptionHandler((e, line, parsed) -> explain(line, e));
  }

  /** An I/O error is one line; a defect of the program needs its stack trace. */
  private static int explain(CommandLine line, Exception e) {
    if (!(e instanceof IOException || e instanceof UncheckedIOException)) {
      e.printStackTrace(line.getErr());
    }
    return fail(
        line,
        e.getMessage(),
        e instanceof InvalidInput ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE);
  }

  private static int fail(CommandLine line, String message, int exitCode) {
    line.getErr()
        .println(line.getCommandName() + ": " + TerminalText.lines(String.valueOf(message)));
    return exitCode;
  }
}
