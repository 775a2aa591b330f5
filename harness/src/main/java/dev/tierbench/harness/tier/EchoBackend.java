package dev.tierbench.harness.tier;

import dev.tierbench.run.record.Tiers;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The echo tier.
 *
 * @param address that it answers at, without a path
 */
public record EchoBackend(TierClient client, URI address) implements Backend {

  @Override
  public boolean awaitReady(RunningTier started, Duration limit) throws InterruptedException {
    return client.awaitHealthy(address.resolve("/health"), started, limit);
  }

  @Override
  public Optional<JsonNode> settings() throws InterruptedException {
    return client.settings(address);
  }

  @Override
  public void awaitQuiet(Duration limit) throws InterruptedException {
    client.awaitQuiet(address, limit);
  }

  @Override
  public Counter counter(String server) {
    return new Counter() {
      @Override
      public boolean begin() throws InterruptedException {
        return client.resetEcho(address);
      }

      @Override
      public Count end(long lateNs) throws InterruptedException {
        return count(lateNs);
      }
    };
  }

  private Count count(long lateNs) throws InterruptedException {
    long asked = System.nanoTime();
    Optional<TierClient.EchoStats> stats = client.echoStats(address);
    long lag = lateNs + System.nanoTime() - asked;
    return new Count(
        stats.map(s ->
            new Tiers.Echo(
                s.count(),
                s.p50Us(),
                s.p99Us(),
                s.maxUs(),
                s.pause(),
                lag,
                s.delays(),
                s.failures())),
        Optional.empty());
  }
}
