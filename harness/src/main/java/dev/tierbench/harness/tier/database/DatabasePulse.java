package dev.tierbench.harness.tier.database;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.record.Pause;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Asks a database many times a second for nothing and keeps the longest time that it took to
 * answer: a database that stands still is told from a server that does.
 */
final class DatabasePulse implements AutoCloseable {

  private static final long BETWEEN_MILLIS = 50;

  private final DatabaseClient client;
  private final long began;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("database-pulse").unstarted(this::run);

  /** Guarded by this, as all that follows. */
  private Pause longest = new Pause(0, 0);

  /** When the question was asked that has no answer yet. */
  private Optional<Long> asked = Optional.empty();

  /** Whether a question failed: then it is not known how long there was no answer. */
  private boolean failed;

  private DatabasePulse(DatabaseClient client) {
    this.client = client;
    this.began = System.nanoTime();
  }

  /**
   * A pulse that beats from now on, on a connection that is open by then.
   *
   * @throws SQLException when it cannot be opened
   */
  static DatabasePulse start(DatabaseClient client) throws SQLException {
    try {
      client.ping();
    } catch (SQLException e) {
      client.close();
      throw e;
    }
    DatabasePulse pulse = new DatabasePulse(client);
    pulse.thread.start();
    return pulse;
  }

  private void run() {
    try (client) {
      while (!Thread.currentThread().isInterrupted()) {
        asks();
        client.ping();
        answered();
        Thread.sleep(BETWEEN_MILLIS);
      }
    } catch (SQLException e) {
      fails();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void asks() {
    asked = Optional.of(System.nanoTime());
  }

  private synchronized void answered() {
    longest = longerWithAwaited();
    asked = Optional.empty();
  }

  private synchronized void fails() {
    failed = true;
  }

  private Pause longerWithAwaited() {
    long now = System.nanoTime();
    return asked
        .map(then -> new Pause((now - then) / NANOS_PER_SECOND, (then - began) / NANOS_PER_SECOND))
        .filter(pause -> pause.seconds() > longest.seconds())
        .orElse(longest);
  }

  /**
   * The longest time so far in which it did not answer, also of one that goes on; empty when a
   * question failed.
   */
  synchronized Optional<Pause> longest() {
    return failed ? Optional.empty() : Optional.of(longerWithAwaited());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
