package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierClient;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.record.Warmup.Stage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The echo tier, which stays for the whole sweep if its servers call one. Several servers may ask
 * for it at once.
 */
final class EchoBed {

  private final TierLauncher launcher;
  private final TierCommands commands;
  private final TierClient client;
  private final Path log;
  private Optional<RunningTier> tier = Optional.empty();

  /** False from a fresh JVM to the end of its warm-up, which a fault may have cut short. */
  private boolean warm;

  EchoBed(TierLauncher launcher, TierCommands commands, TierClient client, Path log) {
    this.launcher = launcher;
    this.commands = commands;
    this.client = client;
    this.log = log;
  }

  private boolean isNeeded() {
    return commands.plan().hasEcho();
  }

  /** A load that warms it up. */
  interface WarmUp {
    Stage carryOut() throws IOException, InterruptedException;
  }

  /** Whether there is nothing to start. */
  synchronized boolean isUp() {
    return !isNeeded() || tier.filter(RunningTier::isAlive).isPresent();
  }

  /** The process; empty before it was started, and of servers that call none. */
  synchronized Optional<RunningTier> tier() {
    return tier;
  }

  /** Whether it is up and needs a warm-up. */
  synchronized boolean isCold() {
    return isNeeded() && !warm;
  }

  /** Warms it up if it needs that; another that asks meanwhile waits until it is warm. */
  synchronized Optional<Stage> warmed(WarmUp load) throws IOException, InterruptedException {
    if (!isCold()) {
      return Optional.empty();
    }
    Stage stage = load.carryOut();
    warm = true;
    return Optional.of(stage);
  }

  /** Starts it unless it runs. */
  synchronized void ensure() throws IOException, InterruptedException {
    if (isUp()) {
      return;
    }
    if (tier.isPresent()) {
      tier.get().end();
    }
    warm = false;
    URI health = commands.echoUri().resolve("/health");
    TierStart start = new TierStart(Tier.ECHO.id(), ServerDescriptor.READY_WITHIN);
    tier =
        Optional.of(
            start.await(
                launcher.echo(log),
                started -> client.awaitHealthy(health, started, start.limit()),
                started -> {}));
  }
}
