package dev.tierbench.server.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tierbench.server.database.DatabaseFailure;
import dev.tierbench.server.database.DatabaseQuery;
import dev.tierbench.server.database.DatabaseQuery.Point;
import dev.tierbench.server.database.DatabaseQuery.Sleep;
import dev.tierbench.server.database.DatabaseQuery.Transaction;
import dev.tierbench.server.database.DatabaseSettings;
import dev.tierbench.server.database.LibraryVersion;
import dev.tierbench.server.database.Statements;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.DriverInfo;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Asks PostgreSQL, one query per call; the caller's thread waits. Fails with {@link
 * DatabaseFailure}. Made for the models that block, and for no other. Thread-safe.
 */
@Component
@Lazy
public final class JdbcDatabaseClient implements AutoCloseable {
  /** Read once: it comes from a file in a jar. */
  public static final String VERSION =
      "pgjdbc "
          + DriverInfo.DRIVER_VERSION
          + ", HikariCP "
          + LibraryVersion.of(HikariDataSource.class, "com.zaxxer/HikariCP");

  /** Our statements have PostgreSQL's placeholders, which pgjdbc makes of its own. */
  private static final String SLEEP = jdbc(Statements.SLEEP);

  private static final String READ = jdbc(Statements.READ);
  private static final String LOG = jdbc(Statements.LOG);
  private static final String COUNT = jdbc(Statements.COUNT);

  /** The value of a time-out that HikariCP takes for "never". */
  private static final long NEVER = 0;

  /** The value with which HikariCP starts, although the database may be down. */
  private static final long START_ANYWAY = -1;

  /** The least time-out that HikariCP accepts. */
  private static final long LEAST_MILLIS = 250;

  /**
   * How long a connection is unused before it is tested, which costs a round trip and is no
   * statement. Under load each one is used again before, so the test never runs in a measurement.
   */
  private static final String UNTESTED_IDLE_MILLIS = "2000";

  static {
    System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", UNTESTED_IDLE_MILLIS);
  }

  private final DatabaseSettings settings;
  private final Connector connector;
  private final HikariDataSource pool;

  JdbcDatabaseClient(DatabaseSettings settings) {
    this.settings = settings;
    connector = new Connector(settings);
    pool = new HikariDataSource(pool(settings, connector));
    connector.awaitConnected(settings.pool(), settings.connectTimeout());
  }

  /** All connections are opened at the start and none is closed for being old. */
  private static HikariConfig pool(DatabaseSettings settings, Connector connector) {
    HikariConfig pool = new HikariConfig();
    long acquireMillis = Math.max(LEAST_MILLIS, settings.acquireTimeout().toMillis());
    pool.setPoolName("database");
    pool.setDataSource(connector);
    pool.setMinimumIdle(settings.pool());
    pool.setMaximumPoolSize(settings.pool());
    pool.setConnectionTimeout(acquireMillis);
    pool.setValidationTimeout(
        Math.clamp(settings.connectTimeout().toMillis(), LEAST_MILLIS, acquireMillis));
    pool.setMaxLifetime(NEVER);
    pool.setKeepaliveTime(NEVER);
    pool.setInitializationFailTimeout(START_ANYWAY);
    return pool;
  }

  private static String jdbc(String statement) {
    return statement.replace("$1", "?");
  }

  /** Asks once and returns the body of the answer. */
  public String ask(DatabaseQuery query) {
    try (Connection connection = connection()) {
      return switch (query) {
        case Sleep sleep -> sleep(connection, sleep);
        case Point point -> read(connection, Statements.randomKey(settings));
        case Transaction transaction -> transact(connection, Statements.randomKey(settings));
      };
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private Connection connection() {
    if (connector.isDown() && pool.getHikariPoolMXBean().getTotalConnections() == 0) {
      connector
          .awaitAttempt(settings.acquireTimeout())
          .ifPresent(e -> {
            throw notConnected(e);
          });
    }
    long start = System.nanoTime();
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      throw connector
          .failureSince(start)
          .map(this::notConnected)
          .orElseGet(() -> DatabaseFailure.poolExhausted(settings));
    }
  }

  private static String sleep(Connection connection, Sleep sleep) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SLEEP)) {
      statement.setDouble(1, sleep.seconds());
      statement.execute();
      return Sleep.ANSWER;
    }
  }

  private static String read(Connection connection, int id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setInt(1, id);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw DatabaseFailure.noRow(id);
        }
        return row.getString(1);
      }
    }
  }

  /** The pool rolls back what was not committed, and turns auto-commit on again. */
  private static String transact(Connection connection, int id) throws SQLException {
    connection.setAutoCommit(false);
    String pad = read(connection, id);
    update(connection, LOG, id);
    update(connection, COUNT, id);
    connection.commit();
    return pad;
  }

  private static void update(Connection connection, String sql, int id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, id);
      statement.executeUpdate();
    }
  }

  private DatabaseFailure notConnected(SQLException failure) {
    return isTimeout(failure)
        ? DatabaseFailure.notConnected(settings)
        : DatabaseFailure.connecting(Optional.ofNullable(failure.getSQLState()), settings);
  }

  /**
   * A blocking pool does not see that the database closed an idle connection, so each one would
   * cost a 502 after a restart. One loss is taken as a sign for all that are idle, but not that of
   * a thread whose client left, which is interrupted and so closes its own.
   */
  private DatabaseFailure failure(SQLException failure) {
    if (isTimeout(failure)) {
      return DatabaseFailure.silent(settings);
    }
    Optional<String> state = Optional.ofNullable(failure.getSQLState());
    if (DatabaseFailure.isLost(state) && !Thread.currentThread().isInterrupted()) {
      pool.getHikariPoolMXBean().softEvictConnections();
    }
    return DatabaseFailure.querying(state, settings);
  }

  private static boolean isTimeout(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketTimeoutException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    pool.close();
  }
}
