package dev.tierbench.harness.live;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.run.ReportProcess;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether a run shows itself while it is under way. */
public final class LiveOptions {

  private static final String ANY_PORT = "0";
  private static final int MOST_PORT = 65_535;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--live",
      arity = "0..1",
      fallbackValue = ANY_PORT,
      paramLabel = "PORT",
      description =
          "Show the run on a page on 127.0.0.1 while it is under way, with /metrics for"
              + " Prometheus; without PORT, on a port that is free. Default: no page.")
  private Optional<Integer> port = Optional.empty();

  /** The port that was asked for, 0 for any; empty when no page was. */
  Optional<Integer> port() {
    return port;
  }

  /**
   * Opens the port, if a page was asked for.
   *
   * @throws IOException when the port is taken, or the page cannot be made
   */
  public Live start(Installation installation) throws IOException, InterruptedException {
    LiveBoard board = new LiveBoard(System::nanoTime);
    if (port.isEmpty()) {
      return new Live(board, Optional.empty());
    }
    if (port.get() < 0 || port.get() > MOST_PORT) {
      throw new ParameterException(
          command.commandLine(), "--live: no port '" + port.get() + "': expected 0 to 65535");
    }
    return new Live(board, Optional.of(new LiveServer(board, page(installation), port.get())));
  }

  private static String page(Installation installation) throws IOException, InterruptedException {
    try {
      return new ReportProcess(installation).livePage();
    } catch (IOException e) {
      throw new IOException("cannot start: --live: the page was not made: " + e.getMessage(), e);
    }
  }
}
