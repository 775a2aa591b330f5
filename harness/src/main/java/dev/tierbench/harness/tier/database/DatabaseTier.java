package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The server of a {@link PostgresCluster}: a process with one child for each connection. */
public record DatabaseTier(ChildProcess process) implements RunningTier {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @Override
  public String name() {
    return Tier.DATABASE.id();
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public CompletableFuture<RunningTier> ended() {
    return process.ended().thenApply(ended -> this);
  }

  @Override
  public String howItEnded() {
    return process.howItEnded();
  }

  @Override
  public List<String> lastLines(int most) {
    return process.lastLines(most);
  }

  /** Ends it the fast way, in which it waits for no client. */
  @Override
  public void end() throws InterruptedException {
    try {
      process.interrupt();
      process.await(PATIENCE);
    } catch (IOException e) {
      process.kill();
    }
  }

  @Override
  public void kill() throws InterruptedException {
    process.kill();
  }
}
