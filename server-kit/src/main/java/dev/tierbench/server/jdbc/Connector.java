package dev.tierbench.server.jdbc;

import dev.tierbench.server.database.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Opens the connections of the pool. When the database is down, the thread that asked for one tries
 * until it is up again: a pool of HikariCP would wait longer from attempt to attempt, up to 5 s,
 * and so would the first request after an outage. Others can wait for the end of an attempt.
 * Thread-safe.
 */
final class Connector extends PGSimpleDataSource {
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(20);

  /** A database that refuses the role is not asked fifty times a second. */
  private static final Duration AFTER_REFUSAL = Duration.ofSeconds(1);

  /** The first execution of a statement prepares it in the server, as r2dbc-postgresql does. */
  private static final int PREPARE_AT_ONCE = 1;

  /** Oldest server that the driver expects, which saves it questions when it connects. */
  private static final String OLDEST_SERVER = "12";

  private final transient DatabaseSettings settings;
  private final transient ReentrantLock lock = new ReentrantLock();
  private final transient Condition ended = lock.newCondition();

  /** Why the last attempt failed; null when it did not. */
  private transient volatile SQLException failure;

  private transient SQLException lastFailure;
  private transient long lastFailureNanos;
  private transient long attempts;
  private transient int connected;

  Connector(DatabaseSettings settings) {
    this.settings = settings;
    int connectSeconds = secondsFrom(settings.connectTimeout());
    setServerNames(new String[] {settings.host()});
    setPortNumbers(new int[] {settings.port()});
    setDatabaseName(settings.name());
    setUser(settings.user());
    setPassword(settings.password());
    setConnectTimeout(connectSeconds);
    setSocketTimeout(connectSeconds); // of the greeting; see open()
    setPrepareThreshold(PREPARE_AT_ONCE);
    setAssumeMinServerVersion(OLDEST_SERVER);
    setApplicationName(settings.application());
    setOptions("-c statement_timeout=" + settings.timeout().toMillis());
  }

  /** The driver counts in seconds. */
  private static int secondsFrom(Duration limit) {
    return Math.toIntExact(limit.plusMillis(999).toSeconds());
  }

  /** Ignored: the limits of a connection are set above, and do not need a thread of their own. */
  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public Connection getConnection() throws SQLException {
    while (true) {
      try {
        Connection connection = open();
        end(Optional.empty());
        return connection;
      } catch (SQLException e) {
        end(Optional.of(e));
        pause(e);
      }
    }
  }

  private Connection open() throws SQLException {
    Connection connection = super.getConnection();
    connection.setNetworkTimeout(Runnable::run, Math.toIntExact(settings.silence().toMillis()));
    return connection;
  }

  /** The pool interrupts its thread when it is closed. */
  private static void pause(SQLException failure) throws SQLException {
    try {
      Thread.sleep(isRefusal(failure) ? AFTER_REFUSAL : BETWEEN_ATTEMPTS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  /** Whether the role, its password or the name of the database is wrong. */
  private static boolean isRefusal(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.startsWith("28") || state.startsWith("3D");
  }

  private void end(Optional<SQLException> failed) {
    lock.lock();
    try {
      failure = failed.orElse(null);
      failed.ifPresent(e -> {
        lastFailure = e;
        lastFailureNanos = System.nanoTime();
      });
      attempts++;
      connected += failed.isEmpty() ? 1 : 0;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isDown() {
    return failure != null;
  }

  /** Why the last attempt that failed since then did so; empty when none failed. */
  Optional<SQLException> failureSince(long nanoTime) {
    lock.lock();
    try {
      boolean failed = lastFailure != null && lastFailureNanos - nanoTime >= 0;
      return failed ? Optional.of(lastFailure) : Optional.ofNullable(failure);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for an attempt that begins from now on, or for success.
   *
   * @return why it failed; empty when it did not
   */
  Optional<SQLException> awaitAttempt(Duration limit) {
    long due = attempts() + 2; // the one under way may have begun before
    await(limit, () -> failure == null || attempts >= due);
    return Optional.ofNullable(failure);
  }

  /** Waits until that many connections were opened, an attempt fails or the time is over. */
  void awaitConnected(int connections, Duration limit) {
    await(limit, () -> failure != null || connected >= connections);
  }

  private long attempts() {
    lock.lock();
    try {
      return attempts;
    } finally {
      lock.unlock();
    }
  }

  private void await(Duration limit, BooleanSupplier condition) {
    long left = limit.toNanos();
    lock.lock();
    try {
      while (!condition.getAsBoolean() && left > 0) {
        left = ended.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
