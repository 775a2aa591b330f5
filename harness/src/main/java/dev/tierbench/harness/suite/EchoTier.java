package dev.tierbench.harness.suite;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.tier.TierClient;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Waits;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The echo server of the project, as the network of work that calls one. */
final class EchoTier {

  /** Settings of a plan. */
  static final String PORT = "echo_port";

  static final String DELAY = "echo_delay_ms";

  private EchoTier() {}

  static boolean isNeeded(SuiteDescriptor suite) {
    return suite.cases().values().stream()
        .flatMap(work -> work.waits().stream())
        .anyMatch(waits -> waits == Waits.CALL || waits == Waits.SERIAL_CALL);
  }

  /** Port that the plan states as a number; empty when it states none. */
  static Optional<Integer> port(SuitePlan plan) {
    return Optional.ofNullable(plan.settings().get(PORT))
        .filter(port -> port.matches("\\d{1,5}"))
        .map(Integer::valueOf);
  }

  /** Address that the echo tier answers at; empty for a plan that needs none. */
  static Optional<URI> uri(SuitePlan plan) {
    return Optional.ofNullable(plan.settings().get(PORT))
        .map(port -> URI.create("http://" + HttpPlan.Network.LOOPBACK + ":" + port));
  }

  /** Delay of the echo tier in seconds; empty for a plan that needs none. */
  static Optional<Double> delaySeconds(SuitePlan plan) {
    return Optional.ofNullable(plan.settings().get(DELAY))
        .map(ms -> Integer.parseInt(ms) / MILLIS_PER_SECOND);
  }

  /**
   * Starts it and waits until it answers.
   *
   * @throws IOException when it does not
   */
  static Child start(SuitePlan plan, Installation installation, ChildLauncher processes, Path log)
      throws IOException, InterruptedException {
    Child echo = new Child(processes.start(command(plan, installation, log)));
    URI health = uri(plan).orElseThrow().resolve("/health");
    if (!new TierClient().awaitHealthy(health, echo, ServerDescriptor.READY_WITHIN)) {
      String end = String.join("; ", echo.lastLines(3));
      echo.kill();
      throw new IOException("the echo server did not become ready: " + end);
    }
    return echo;
  }

  private static ChildCommand command(SuitePlan plan, Installation installation, Path log) {
    String port = plan.settings().get(PORT);
    String delay = plan.settings().get(DELAY) + "ms";
    List<String> program =
        installation.command(
            plan.common().jvmOptions().get(Tier.ECHO.id()),
            TierCommands.ECHO_MODULE,
            List.of("--host", HttpPlan.Network.LOOPBACK, "--port", port, "--delay", delay));
    return ChildCommand.of(Tier.ECHO.id(), program, Redirect.appendTo(log.toFile()), log);
  }
}
