package dev.tierbench.harness.tier.database;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.record.Pause;
import java.sql.SQLException;

/**
 * Asks a database many times a second for nothing and keeps the longest time between two answers,
 * which the time between two questions bounds from below: a database that stands still is told from
 * a server that does.
 */
final class DatabasePulse implements AutoCloseable {

  private static final long BETWEEN_MILLIS = 50;

  private final DatabaseClient client;
  private final long began = System.nanoTime();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("database-pulse").unstarted(this::run);

  /** Guarded by this. */
  private Pause longest = new Pause(0, 0);

  /** Guarded by this: when the last answer came. */
  private long answeredAt = began;

  private DatabasePulse(DatabaseClient client) {
    this.client = client;
  }

  /** A pulse that beats from now on. */
  static DatabasePulse start(DatabaseClient client) {
    DatabasePulse pulse = new DatabasePulse(client);
    pulse.thread.start();
    return pulse;
  }

  private void run() {
    try (client) {
      while (!Thread.currentThread().isInterrupted()) {
        if (isAnswered()) {
          answered();
        }
        Thread.sleep(BETWEEN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** False of a question that failed: the time until one is answered again counts as one. */
  private boolean isAnswered() {
    try {
      client.ping();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private synchronized void answered() {
    longest = longer(longest, pause());
    answeredAt = System.nanoTime();
  }

  private Pause pause() {
    return new Pause(
        (System.nanoTime() - answeredAt) / NANOS_PER_SECOND,
        (answeredAt - began) / NANOS_PER_SECOND);
  }

  private static Pause longer(Pause one, Pause other) {
    return one.seconds() >= other.seconds() ? one : other;
  }

  /** The longest time so far in which it answered nothing, also of one that goes on. */
  synchronized Pause longest() {
    return longer(longest, pause());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
