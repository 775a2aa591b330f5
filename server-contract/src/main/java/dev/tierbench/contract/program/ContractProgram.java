package dev.tierbench.contract.program;

import dev.tierbench.contract.EchoStub;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the contract. */
@Command(
    name = "contract",
    mixinStandardHelpOptions = true,
    version = "tierbench contract",
    sortOptions = false,
    description = {
      "Checks a running server against the contract tierbench/1. It stands in for the echo server,",
      "so start the server with http://127.0.0.1:ECHO_PORT as its echo, before or after this.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every check passed", "1:a check failed", "2:usage error"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  contract --server http://127.0.0.1:8080 --echo-port 8081",
      "  contract --server http://127.0.0.1:8080 --echo-port 8081 --seed 42   the same workloads again",
    })
public final class ContractProgram implements Callable<Integer> {
  private static final int MOST_PORT = 65_535;

  /** Exclusive upper bound of a seed that the program chooses itself, short enough to type. */
  private static final long MOST_SEED = 1_000_000;

  @Option(
      names = "--server",
      required = true,
      paramLabel = "URL",
      description = "The server: http://ADDRESS:PORT.")
  private URI server;

  @Option(
      names = "--echo-port",
      required = true,
      paramLabel = "PORT",
      description = "Where this answers the server's calls of echo, on 127.0.0.1; 0 for any port.")
  private int echoPort;

  @Option(
      names = "--health",
      paramLabel = "PATH",
      defaultValue = "/health",
      description = "The path that is 200 when the server is ready; default ${DEFAULT-VALUE}.")
  private String health;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "What the server has to call itself in /settings; default any name.")
  private Optional<String> model = Optional.empty();

  @Option(
      names = "--ready-within",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long the server may take to become ready; default ${DEFAULT-VALUE}.")
  private int readyWithinSeconds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the random workloads; default a new one each time, which is printed.")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--events", description = "A line of JSON for each check instead of text.")
  private boolean events;

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    System.exit(line().execute(arguments));
  }

  static CommandLine line() {
    CommandLine line = new CommandLine(new ContractProgram());
    return line.setParameterExceptionHandler((wrong, args) -> {
      line.getErr().println("contract: " + wrong.getMessage() + ". See --help");
      return CommandLine.ExitCode.USAGE;
    });
  }

  @Override
  public Integer call() throws InterruptedException {
    requireUsable();
    try (EchoStub echo = new EchoStub(echoPort)) {
      Verification verification =
          new Verification(
              server,
              health,
              Duration.ofSeconds(readyWithinSeconds),
              model,
              seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(MOST_SEED)),
              events ? new Output.Events(System.out) : new Output.Text(System.out));
      return verification.run(echo).failed() == 0
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    } catch (UncheckedIOException e) {
      spec.commandLine()
          .getErr()
          .println(
              "contract: cannot listen on port " + echoPort + ": " + e.getCause().getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private void requireUsable() {
    require(
        "http".equals(server.getScheme()) && server.getHost() != null && server.getPort() > 0,
        "--server: invalid URL '" + server + "': expected http://ADDRESS:PORT");
    require(
        echoPort >= 0 && echoPort <= MOST_PORT,
        "--echo-port: invalid port " + echoPort + ": expected 0 to 65535");
    require(
        health.startsWith("/"),
        "--health: invalid path '" + health + "': expected it to begin with /");
    require(
        readyWithinSeconds > 0,
        "--ready-within: invalid time " + readyWithinSeconds + ": expected seconds from 1");
  }

  private void require(boolean valid, String message) {
    if (!valid) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
