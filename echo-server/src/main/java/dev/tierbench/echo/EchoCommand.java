package dev.tierbench.echo;

import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.DelayText;
import dev.tierbench.run.delay.EchoFailures;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command line of the echo server. */
@Command(
    name = "echo-server",
    mixinStandardHelpOptions = true,
    version = "tierbench echo-server",
    sortOptions = false,
    description =
        "Answers GET /echo after an exact delay; the slow dependency of the servers under test.",
    footer = {
      "",
      "Examples:",
      "  echo-server                       listens on 127.0.0.1:8081, answers after 50 ms",
      "  echo-server --delay=5ms --port=0  another delay, any free port",
      "  echo-server --delay=95%%:20ms,5%%:1s",
      "  curl 'http://127.0.0.1:8081/echo?delay=200ms'",
    })
final class EchoCommand implements Callable<Integer> {

  /** Enough for one loop per quarter of the cores; one loop serves about 30,000 requests/s. */
  private static final int DEFAULT_LOOPS =
      Math.clamp(Runtime.getRuntime().availableProcessors() / 4, 1, 4);

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default: ${DEFAULT-VALUE})")
  String host;

  @Option(
      names = "--port",
      defaultValue = "8081",
      description = "Port to listen on, 0 for any (default: ${DEFAULT-VALUE})")
  int port;

  @Option(
      names = "--delay",
      defaultValue = "50ms",
      description =
          "Time from request to answer: 50ms; lognormal(50ms,p99=400ms), by median and p99; or"
              + " 95%%:20ms,5%%:1s, by shares (default: ${DEFAULT-VALUE})")
  DelayDistribution delay;

  @Option(
      names = "--failures",
      description =
          "Requests that fail on purpose: errors=1%%,resets=0.1%% answers so many with status 500, and"
              + " resets the connections of so many (default: none)")
  EchoFailures failures = EchoFailures.NONE;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description =
          "Seed of delays and failures, whose sequence begins again at each reset of the counts (default:"
              + " ${DEFAULT-VALUE})")
  long seed;

  @Option(
      names = "--max-delay",
      defaultValue = "60s",
      description = "Longest delay that ?delay= may ask for (default: ${DEFAULT-VALUE})")
  Duration maxDelay;

  @Option(
      names = "--loops",
      paramLabel = "N|all",
      description =
          "Event loops; 'all': one on each core that it may use (default: a quarter of them, 1 to 4)",
      converter = LoopsConverter.class)
  int loops = DEFAULT_LOOPS;

  @Option(
      names = "--backlog",
      defaultValue = "8192",
      description =
          "Connections that may wait to be accepted; the kernel caps it at net.core.somaxconn (default: ${DEFAULT-VALUE})")
  int backlog;

  @Option(
      names = "--transport",
      defaultValue = "auto",
      description = "auto, epoll or nio (default: ${DEFAULT-VALUE})")
  String transport;

  @Spec CommandSpec spec;

  public static void main(String[] arguments) {
    CommandLine line =
        new CommandLine(new EchoCommand())
            .registerConverter(Duration.class, parsing(DelayText::delay))
            .registerConverter(DelayDistribution.class, parsing(DelayDistribution::parse))
            .registerConverter(EchoFailures.class, parsing(EchoFailures::parse))
            .setParameterExceptionHandler((wrong, args) -> {
              System.err.println("echo-server: " + wrong.getMessage() + ". See --help");
              return CommandLine.ExitCode.USAGE;
            });
    System.exit(line.execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    EchoConfig config;
    try {
      config =
          new EchoConfig(
              host,
              port,
              new EchoWork(delay, failures, seed, maxDelay),
              loops,
              backlog,
              Transport.choose(transport));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    try (EchoServer server = EchoServer.start(config)) {
      System.err.printf(
          "echo-server: http://%s:%d/echo answers after %s%n", host, server.port(), delay.text());
      server.join();
      return CommandLine.ExitCode.OK;
    } catch (IOException e) {
      System.err.printf(
          "echo-server: cannot listen on %s:%d: %s%s%n", host, port, e.getMessage(), hint(e));
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private String hint(IOException failure) {
    return failure.getMessage().contains("in use")
        ? ". What listens there: ss -ltnp 'sport = :" + port + "'"
        : "";
  }

  private static final class LoopsConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        return text.equals("all")
            ? Runtime.getRuntime().availableProcessors()
            : Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is not a number, nor 'all'");
      }
    }
  }

  /** Parses an option; the reason of a refusal is the message of the parser. */
  private static <T> ITypeConverter<T> parsing(Function<String, T> parser) {
    return text -> {
      try {
        return parser.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }
}
