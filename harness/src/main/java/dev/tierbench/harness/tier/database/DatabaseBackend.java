package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.Backend;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.record.Tiers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The database, with what it counted by {@code pg_stat_statements}. Several windows may be open.
 */
public final class DatabaseBackend implements Backend, AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(50);

  /** Time in which a database that is busy would end statements. */
  private static final Duration QUIET = Duration.ofMillis(200);

  private final DatabaseAccess access;
  private final String user;
  private final Map<String, Integer> ports;
  private final DatabaseClient client;

  /**
   * A backend that connects when it is first asked.
   *
   * @param user that it connects as
   * @param ports of the servers, by name
   */
  DatabaseBackend(DatabaseAccess access, String user, Map<String, Integer> ports) {
    this.access = access;
    this.user = user;
    this.ports = Map.copyOf(ports);
    this.client = new DatabaseClient(access, user);
  }

  @Override
  public boolean awaitReady(RunningTier started, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (started.isAlive() && System.nanoTime() < deadline) {
      try {
        client.ping();
        return started.isAlive();
      } catch (SQLException notYet) {
        Thread.sleep(POLL);
      }
    }
    return false;
  }

  @Override
  public Optional<JsonNode> settings() {
    return client.settings();
  }

  @Override
  public void awaitQuiet(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    Optional<DatabaseClient.Counts> before = client.counts();
    boolean quiet = false;
    while (!quiet && System.nanoTime() < deadline) {
      Thread.sleep(QUIET);
      Optional<DatabaseClient.Counts> now = client.counts();
      quiet = now.equals(before);
      before = now;
    }
  }

  @Override
  public Counter counter(String server) {
    return new Window(server);
  }

  @Override
  public void close() {
    client.close();
  }

  private final class Window implements Counter {
    private final String server;
    private Optional<DatabaseClient.Counts> before = Optional.empty();
    private Optional<DatabasePulse> pulse = Optional.empty();

    private Window(String server) {
      this.server = server;
    }

    @Override
    public boolean begin() {
      before = client.counts();
      pulse.ifPresent(DatabasePulse::close); // of a window that was never closed
      pulse = Optional.of(DatabasePulse.start(new DatabaseClient(access, user)));
      return before.isPresent();
    }

    @Override
    public Count end(long beginLagNs) {
      long asked = System.nanoTime();
      Optional<DatabaseClient.Counts> now = client.counts();
      long lag = beginLagNs + System.nanoTime() - asked;
      DatabasePulse beat = pulse.orElseThrow();
      pulse = Optional.empty();
      try (beat) {
        return now.flatMap(last -> before.map(first -> count(first, last, beat, lag)))
            .map(counted -> new Count(Optional.empty(), Optional.of(counted)))
            .orElse(Count.NONE);
      }
    }

    private Tiers.Database count(
        DatabaseClient.Counts first, DatabaseClient.Counts last, DatabasePulse beat, long lag) {
      return new Tiers.Database(
          last.statements() - first.statements(),
          last.executingMs() - first.executingMs(),
          client.connectionsOf(ports.get(server)),
          Optional.of(beat.longest()),
          lag);
    }
  }
}
