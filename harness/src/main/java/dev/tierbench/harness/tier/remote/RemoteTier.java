package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.file.Warning;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A tier on another host: its JVM there, and the child here that carries its output. It has ended
 * when either has, or when the agent is lost that would measure it.
 */
final class RemoteTier implements RunningTier {

  private static final Duration AFTER_STOP = Duration.ofSeconds(10);
  private static final Duration BOTH_BREAK = Duration.ofSeconds(2);

  private final RemoteHost host;
  private final ChildProcess child;
  private final String token;
  private final long pid;
  private final Optional<String> containerId;
  private final CompletableFuture<String> lost;
  private boolean ended;

  RemoteTier(
      RemoteHost host, ChildProcess child, String token, long pid, Optional<String> containerId)
      throws IOException {
    this.host = host;
    this.child = child;
    this.token = token;
    this.pid = pid;
    this.containerId = containerId;
    this.lost = host.lost();
  }

  @Override
  public String name() {
    return child.name();
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public boolean isAlive() {
    return child.isAlive() && !lost.isDone();
  }

  @Override
  public CompletableFuture<RunningTier> ended() {
    return CompletableFuture.anyOf(child.ended(), lost).thenApply(end -> this);
  }

  @Override
  public String howItEnded() {
    String ofTheTier = child.isAlive() ? "" : child.howItEnded() + " on " + host.name();
    if (!child.isAlive() && !host.transport().mayHaveBroken(child.exitCode())) {
      return ofTheTier;
    }
    // The stream to the agent breaks with that to the tier, perhaps a moment later.
    return lost.thenApply(reason -> "host " + reason)
        .completeOnTimeout(ofTheTier, BOTH_BREAK.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  @Override
  public List<String> lastLines(int most) {
    return lost.isDone() ? host.lastLines(most) : child.lastLines(most);
  }

  @Override
  public Optional<String> controlGroup() {
    return containerId;
  }

  @Override
  public void end() throws InterruptedException {
    end(false);
  }

  @Override
  public void kill() throws InterruptedException {
    end(true);
  }

  /** Whether its agent could end it. */
  private boolean stopped(boolean atOnce) throws InterruptedException {
    try {
      host.stop(pid, atOnce);
      child.await(AFTER_STOP);
      return true;
    } catch (IOException e) {
      Warning.print(name() + " has to be ended by another way: " + e.getMessage());
      return false;
    }
  }

  /** Ends the tier by its agent; where that cannot, by the way that it was started. */
  private void end(boolean atOnce) throws InterruptedException {
    if (ended) {
      return;
    }
    ended = true;
    try {
      if (lost.isDone() || !stopped(atOnce)) {
        host.transport().kill(token);
      }
    } catch (IOException e) {
      Warning.print(
          "%s may still run on %s (process %s): %s"
              .formatted(name(), host.name(), pid, e.getMessage()));
    } finally {
      child.kill();
    }
  }
}
