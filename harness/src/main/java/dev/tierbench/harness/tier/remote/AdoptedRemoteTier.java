package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A server on another host that ran before the sweep and goes on after it. Nothing here ends it or
 * moves it. Its agent is asked whether it still runs, so that one that was started anew is found
 * and warmed up as such. Its end is not reported while load runs: requests fail then. The loss of
 * the agent that measures it is.
 *
 * @param lost completes with the reason when the agent is lost
 */
record AdoptedRemoteTier(RemoteHost host, long pid, CompletableFuture<String> lost)
    implements RunningTier {

  /**
   * The process that listens on a port of a host.
   *
   * @throws IOException when there is none, or the user of the agent cannot see it
   */
  static AdoptedRemoteTier on(RemoteHost host, int port) throws IOException, InterruptedException {
    host.connect();
    try {
      return new AdoptedRemoteTier(host, host.owner(port), host.lost());
    } catch (IOException e) {
      throw new IOException(
          "the server that is said to run on " + host.name() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return Tier.SERVER.id();
  }

  @Override
  public boolean isAlive() {
    try {
      return !lost.isDone() && host.runs(pid);
    } catch (IOException e) { // nothing is known of it, unless its agent was lost meanwhile
      return !lost.isDone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public CompletableFuture<RunningTier> ended() {
    return lost.thenApply(reason -> this);
  }

  @Override
  public String howItEnded() {
    return lost.thenApply(reason -> "host " + reason)
        .getNow("process %d on %s, which ran before the sweep, ended".formatted(pid, host.name()));
  }

  /** The log of the server is its owner's. */
  @Override
  public List<String> lastLines(int most) {
    return host.lastLines(most);
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
