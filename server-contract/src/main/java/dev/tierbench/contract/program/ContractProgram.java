package dev.tierbench.contract.program;

import dev.tierbench.contract.Downstream;
import dev.tierbench.contract.EchoStub;
import dev.tierbench.contract.database.DatabaseAddress;
import dev.tierbench.contract.database.DatabaseDownstream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.SQLException;
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
      "so start the server with http://127.0.0.1:ECHO_PORT as its echo, before or after this. With",
      "--downstream postgres it stands between the server and a database: start the server with",
      "postgresql://127.0.0.1:DATABASE_PORT/NAME as its database.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every check passed", "1:a check failed", "2:usage error"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  contract --server http://127.0.0.1:8080 --echo-port 8081",
      "  contract --server http://127.0.0.1:8080 --echo-port 8081 --seed 42   the same workloads again",
      "  contract --server http://127.0.0.1:8080 --downstream postgres --database-port 6432",
      "      --database-url postgresql://postgres@127.0.0.1:5432/tierbench",
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
      names = "--downstream",
      paramLabel = "TIER",
      defaultValue = "echo",
      description =
          "What is behind the server: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
  private Tier tier = Tier.echo;

  @Option(
      names = "--echo-port",
      paramLabel = "PORT",
      description = "Where this answers the server's calls of echo, on 127.0.0.1; 0 for any port.")
  private Optional<Integer> echoPort = Optional.empty();

  @Option(
      names = "--database-url",
      paramLabel = "URL",
      description = {
        "With --downstream postgres, the database and its administrator:",
        "postgresql://USER@HOST:PORT/NAME, with the password in DATABASE_PASSWORD."
      })
  private Optional<String> databaseUrl = Optional.empty();

  @Option(
      names = "--database-port",
      paramLabel = "PORT",
      description = {
        "With --downstream postgres, where this passes the server's connections on to the database,",
        "on 127.0.0.1; 0 for any port."
      })
  private Optional<Integer> databasePort = Optional.empty();

  @Option(
      names = "--database-rows",
      paramLabel = "N",
      defaultValue = "1000",
      description = {
        "With --downstream postgres, rows of tierbench_row, as the server has them in database.rows;",
        "missing ones are made. Default ${DEFAULT-VALUE}."
      })
  private int databaseRows;

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

  /** What the contract plays behind the server, named as on the command line. */
  enum Tier {
    echo,
    postgres
  }

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
    try (Downstream downstream = downstream()) {
      Verification verification =
          new Verification(
              server,
              health,
              Duration.ofSeconds(readyWithinSeconds),
              model,
              seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(MOST_SEED)),
              events ? new Output.Events(System.out) : new Output.Text(System.out));
      return verification.run(downstream).failed() == 0
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    } catch (UncheckedIOException e) {
      return failed("cannot listen on port " + port() + ": " + e.getCause().getMessage());
    } catch (SQLException e) {
      return failed("cannot use the database: " + e.getMessage());
    }
  }

  private int failed(String reason) {
    spec.commandLine().getErr().println("contract: " + reason);
    return CommandLine.ExitCode.SOFTWARE;
  }

  private Downstream downstream() throws SQLException {
    return switch (tier) {
      case echo -> new EchoStub(port());
      case postgres -> new DatabaseDownstream(address().orElseThrow(), port(), databaseRows);
    };
  }

  private int port() {
    return (tier == Tier.echo ? echoPort : databasePort).orElseThrow();
  }

  private Optional<DatabaseAddress> address() {
    String password = System.getenv().getOrDefault("DATABASE_PASSWORD", "");
    return databaseUrl.flatMap(url -> DatabaseAddress.of(url, password));
  }

  private void requireUsable() {
    require(
        "http".equals(server.getScheme()) && server.getHost() != null && server.getPort() > 0,
        "--server: invalid URL '" + server + "': expected http://ADDRESS:PORT");
    switch (tier) {
      case echo -> requirePort("--echo-port", echoPort);
      case postgres -> {
        requirePort("--database-port", databasePort);
        require(
            address().isPresent(),
            "--database-url: "
                + (databaseUrl.isEmpty() ? "missing" : "invalid URL")
                + ": expected postgresql://USER@HOST:PORT/NAME");
        require(
            databaseRows > 0,
            "--database-rows: invalid number " + databaseRows + ": expected one from 1");
      }
    }
    require(
        health.startsWith("/"),
        "--health: invalid path '" + health + "': expected it to begin with /");
    require(
        readyWithinSeconds > 0,
        "--ready-within: invalid time " + readyWithinSeconds + ": expected seconds from 1");
  }

  private void requirePort(String option, Optional<Integer> port) {
    require(port.isPresent(), "Missing required option: '" + option + "=PORT'");
    int number = port.orElseThrow();
    require(
        number >= 0 && number <= MOST_PORT,
        option + ": invalid port " + number + ": expected 0 to 65535");
  }

  private void require(boolean valid, String message) {
    if (!valid) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
