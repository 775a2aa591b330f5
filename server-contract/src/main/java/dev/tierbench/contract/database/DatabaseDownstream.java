package dev.tierbench.contract.database;

import dev.tierbench.contract.Check;
import dev.tierbench.contract.CommonChecks;
import dev.tierbench.contract.Downstream;
import dev.tierbench.contract.ServerContract.Strictness;
import dev.tierbench.contract.ServerUnderTest;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A database behind a proxy of the contract. It has the tables that a server needs, and a server is
 * to be started with the port of the proxy.
 */
public final class DatabaseDownstream implements Downstream {
  private final DatabaseAddress address;
  private final TestDatabase database;
  private final DatabaseProxy proxy;

  /**
   * Prepares the database.
   *
   * @param port of the proxy; 0 for any that is free
   * @param rows of {@code tierbench_row}, as the server has them in {@code database.rows}
   * @throws SQLException when the database cannot be reached or prepared
   */
  public DatabaseDownstream(DatabaseAddress address, int port, int rows) throws SQLException {
    this.address = address;
    proxy = new DatabaseProxy(port, address);
    database = prepared(address, rows, proxy);
  }

  private static TestDatabase prepared(DatabaseAddress address, int rows, DatabaseProxy proxy)
      throws SQLException {
    try {
      TestDatabase database = new TestDatabase(address);
      database.recover();
      database.prepare(rows);
      return database;
    } catch (SQLException e) {
      proxy.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public int port() {
    return proxy.port();
  }

  /** The address of the proxy, for the setting {@code database.url}. */
  public String url() {
    return "postgresql://127.0.0.1:" + port() + "/" + address.name();
  }

  @Override
  public Stream<Check> checks(ServerUnderTest server, Strictness strictness, long seed) {
    Statements statements = new Statements(database);
    return Stream.of(
            new CommonChecks(server, strictness).checks(),
            new QueryChecks(server, database, statements, strictness).checks(),
            new RandomChecks(server, database, statements, seed).checks(),
            new DatabaseFaultChecks(server, database, proxy, strictness).checks(),
            new DatabaseOutage(server, database, proxy, strictness).checks())
        .flatMap(Function.identity());
  }

  /** Makes the database unreachable, with all connections, until {@link #recover}. */
  public void kill() {
    proxy.kill();
  }

  @Override
  public void recover() {
    proxy.recover();
    try {
      database.recover();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try (proxy;
        database) {
      database.recover();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
