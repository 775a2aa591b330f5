package dev.tierbench.harness.tier;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A tier without a process, which is alive until it is killed. */
public final class FakeTier implements RunningTier {

  private final String name;
  private final long pid;
  private volatile boolean alive = true;

  public FakeTier(String name, long pid) {
    this.name = name;
    this.pid = pid;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public boolean isAlive() {
    return alive;
  }

  @Override
  public CompletableFuture<RunningTier> ended() {
    return new CompletableFuture<>();
  }

  @Override
  public String howItEnded() {
    return name + " was killed";
  }

  @Override
  public List<String> lastLines(int most) {
    return List.of();
  }

  @Override
  public void end() {
    kill();
  }

  @Override
  public void kill() {
    alive = false;
  }
}
