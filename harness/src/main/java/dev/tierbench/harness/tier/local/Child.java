package dev.tierbench.harness.tier.local;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.remote.RemoteGenerator;
import dev.tierbench.observer.host.LimitedGroup;
import dev.tierbench.observer.host.child.ChildProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A tier or the load generator as a process of the sweep.
 *
 * @param others generators on other hosts that go with it
 * @param group of its own, which ends with it
 */
public record Child(
    ChildProcess process, List<RemoteGenerator> others, Optional<LimitedGroup> group)
    implements RunningTier {

  public Child {
    others = List.copyOf(others);
  }

  public Child(ChildProcess process) {
    this(process, List.of());
  }

  public Child(ChildProcess process, List<RemoteGenerator> others) {
    this(process, others, Optional.empty());
  }

  /** Writes a line to its standard input, and to that of all that go with it. */
  public void writeLine(String line) throws IOException {
    for (RemoteGenerator other : others) {
      other.writeLine(line);
    }
    process.writeLine(line);
  }

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
    return process.howItEnded() + group.map(Child::outOfMemory).orElse("");
  }

  private static String outOfMemory(LimitedGroup limited) {
    return limited
        .oomKills()
        .filter(kills -> kills > 0)
        .flatMap(kills -> limited.limits().memoryBytes())
        .map(bytes -> ": the kernel ended it for want of memory (limit %,d bytes)".formatted(bytes))
        .orElse("");
  }

  @Override
  public List<String> lastLines(int most) {
    return process.lastLines(most);
  }

  /** Returns false: a child starts on all cores to warm up. */
  @Override
  public boolean startedOnItsCores() {
    return false;
  }

  @Override
  public Optional<String> controlGroup() {
    return group.map(LimitedGroup::name);
  }

  @Override
  public Optional<LimitedGroup> limitedGroup() {
    return group;
  }

  @Override
  public void end() throws InterruptedException {
    process.end();
    group.ifPresent(LimitedGroup::close);
  }

  @Override
  public void kill() throws InterruptedException {
    process.kill();
    group.ifPresent(LimitedGroup::close);
  }
}
