package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.Backend;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Tiers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * The database, with what it counted by {@code pg_stat_statements}. Several windows may be open.
 */
public final class DatabaseBackend implements Backend, AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(50);

  /** A pause for a database that does not say what it executes. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final DatabaseAccess access;
  private final String user;
  private final Map<String, Integer> ports;
  private final Supplier<Optional<Path>> files;
  private final DatabaseClient client;

  /** Pulses of the windows that are open, by server. */
  private final Map<String, DatabasePulse> pulses = new ConcurrentHashMap<>();

  /**
   * A backend that connects when it is first asked.
   *
   * @param user that it connects as
   * @param ports of the servers, by name
   * @param files where the data of the database has to be; empty of one that runs already
   */
  DatabaseBackend(
      DatabaseAccess access,
      String user,
      Map<String, Integer> ports,
      Supplier<Optional<Path>> files) {
    this.files = files;
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
        return isOurs() && started.isAlive();
      } catch (SQLException notYet) {
        Thread.sleep(POLL);
      }
    }
    return false;
  }

  /** False when another database answers at the address, whose port ours could not take. */
  private boolean isOurs() throws SQLException {
    client.ping();
    Optional<Path> wanted = files.get();
    return wanted.isEmpty() || wanted.equals(client.files());
  }

  @Override
  public Optional<JsonNode> settings() {
    return client.settings();
  }

  @Override
  public void awaitQuiet(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    Optional<Integer> executing = client.executing();
    while (executing.filter(count -> count > 0).isPresent() && System.nanoTime() < deadline) {
      Thread.sleep(POLL);
      executing = client.executing();
    }
    if (executing.isEmpty()) {
      Thread.sleep(PAUSE);
    }
  }

  @Override
  public Counter counter(String server) {
    return new Window(server);
  }

  @Override
  public void close() {
    pulses.values().forEach(DatabasePulse::close);
    pulses.clear();
    client.close();
  }

  private final class Window implements Counter {
    private final String server;
    private Optional<DatabaseClient.Counts> before = Optional.empty();

    private Window(String server) {
      this.server = server;
    }

    @Override
    public boolean begin() {
      endPulse(); // of a window that was never closed
      try {
        pulses.put(server, DatabasePulse.start(new DatabaseClient(access, user)));
      } catch (SQLException e) {
        return false;
      }
      before = client.counts();
      if (before.isEmpty()) {
        endPulse();
      }
      return before.isPresent();
    }

    private Optional<Pause> endPulse() {
      Optional<DatabasePulse> pulse = Optional.ofNullable(pulses.remove(server));
      Optional<Pause> longest = pulse.flatMap(DatabasePulse::longest);
      pulse.ifPresent(DatabasePulse::close);
      return longest;
    }

    @Override
    public Count end(long lateNs) {
      Optional<Pause> pause = endPulse();
      long asked = System.nanoTime();
      Optional<DatabaseClient.Counts> now = client.counts();
      long lag = lateNs + System.nanoTime() - asked;
      return now.flatMap(last -> before.flatMap(last::since))
          .map(counted ->
              new Tiers.Database(
                  counted.statements(),
                  counted.executingMs(),
                  Optional.ofNullable(ports.get(server)).flatMap(client::connectionsOf),
                  pause,
                  lag))
          .map(counted -> new Count(Optional.empty(), Optional.of(counted)))
          .orElse(Count.NONE);
    }
  }
}
