package dev.tierbench.harness.http.tier;

import dev.tierbench.observer.host.ProcessAffinity;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.CpuList;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A tier or the load generator as a process of the sweep. */
public record Child(ChildProcess process) implements RunningTier {

  @Override
  public String name() {
    return process.name();
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

  @Override
  public Optional<String> containerId() {
    return Optional.empty();
  }

  @Override
  public void holdTo(CpuList cores) throws IOException, InterruptedException {
    ProcessAffinity.hold(pid(), cores);
  }

  @Override
  public void end() throws InterruptedException {
    process.end();
  }

  @Override
  public void kill() throws InterruptedException {
    process.kill();
  }
}
