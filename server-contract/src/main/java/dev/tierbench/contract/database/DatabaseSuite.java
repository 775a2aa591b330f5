package dev.tierbench.contract.database;

import dev.tierbench.contract.Downstream;
import dev.tierbench.contract.ServerSuite;
import dev.tierbench.contract.ServerUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;

/**
 * The tests that every model of ours in front of PostgreSQL passes, on a cluster of their own. They
 * are skipped where its programs are not installed.
 */
public abstract class DatabaseSuite extends ServerSuite {
  /** Connections of a server that is started with {@link #options}. */
  public static final int POOL = 16;

  /** Rows of the table. */
  public static final int ROWS = 1_000;

  private PostgresCluster cluster;
  private DatabaseDownstream database;

  /** Starts the server with {@link #options}. */
  protected abstract ServerUnderTest start(DatabaseDownstream database);

  /** A database in a cluster that the caller has to close. */
  public static PostgresCluster cluster() {
    Optional<Path> programs = PostgresCluster.programs();
    Assumptions.assumeTrue(
        programs.isPresent(), "skipped: initdb and postgres are neither installed nor on the PATH");
    try {
      return PostgresCluster.start(programs.get());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The command line of a server of ours on a free port, in front of the proxy of the database. */
  public static String[] options(DatabaseDownstream database, String... more) {
    return Stream.concat(
            Stream.of(
                "--server.port=0",
                "--database.url=" + database.url(),
                "--database.user=" + PostgresCluster.USER,
                "--database.pool=" + POOL,
                "--database.rows=" + ROWS,
                "--database.timeout=" + ServerUnderTest.ECHO_TIMEOUT_MILLIS + "ms",
                "--database.acquire-timeout=" + ServerUnderTest.ACQUIRE_TIMEOUT_MILLIS + "ms"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  @Override
  protected Downstream startDownstream() {
    cluster = cluster();
    try {
      database = new DatabaseDownstream(cluster.address(), 0, ROWS);
      return database;
    } catch (SQLException e) {
      cluster.close();
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected ServerUnderTest startServer() {
    return start(database);
  }

  @Override
  @AfterParameterizedClassInvocation
  protected void stopTiers() {
    try {
      super.stopTiers();
    } finally {
      if (cluster != null) {
        cluster.close();
      }
    }
  }

  @Override
  protected Map<String, Object> settingsOfTheClient() {
    return Map.of(
        "database_url",
        database.url(),
        "pool_size",
        POOL,
        "pool_acquire_timeout_ms",
        ServerUnderTest.ACQUIRE_TIMEOUT_MILLIS,
        "connect_timeout_ms",
        2000,
        "response_timeout_ms",
        ServerUnderTest.ECHO_TIMEOUT_MILLIS);
  }
}
