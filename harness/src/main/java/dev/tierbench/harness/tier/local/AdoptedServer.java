package dev.tierbench.harness.tier.local;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.Listener;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A server that ran before the sweep and goes on after it. Nothing here ends it or moves it. */
record AdoptedServer(ProcessHandle process) implements RunningTier {

  /**
   * The process that listens on a port of this host.
   *
   * @throws IOException when there is none, or this user may not see it
   */
  static AdoptedServer on(int port) throws IOException {
    try {
      return new AdoptedServer(Listener.on(port));
    } catch (CannotObserve e) {
      throw new IOException("the server that is said to run: " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return Tier.SERVER.id();
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
    return process.onExit().thenApply(ended -> this);
  }

  @Override
  public String howItEnded() {
    return "process " + process.pid() + ", which ran before the sweep, ended";
  }

  /** The log is its owner's. */
  @Override
  public List<String> lastLines(int most) {
    return List.of();
  }

  @Override
  public void end() {
    // It goes on.
  }

  @Override
  public void kill() {
    // It goes on.
  }
}
