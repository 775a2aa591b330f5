package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A PostgreSQL that runs, through a fixed number of connections. Its password is in the variable
 * {@code DATABASE_PASSWORD} of the environment.
 *
 * @param url JDBC address
 */
record PostgresDatabase(String url, String user, int connections) implements Rows.Database {

  /** Beginning of its addresses. */
  static final String SCHEME = "jdbc:postgresql:";

  private static final int CONNECTIONS = 20;
  private static final String PASSWORD = "DATABASE_PASSWORD";

  static PostgresDatabase of(Settings settings, String url) {
    return new PostgresDatabase(
        url, EchoTasks.required(settings, "user"), settings.number("pool", CONNECTIONS));
  }

  @Override
  public String pool() {
    return "database connections";
  }

  @Override
  public Library driver() throws SQLException {
    return new Library("postgresql", DriverManager.getDriver(url).getClass());
  }

  @Override
  public Rows open() throws SQLException {
    try (Connection connection = connect()) {
      AnswerTable.make(connection);
    }
    List<AnswerTable> tables = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      tables.add(new AnswerTable(connect()));
    }
    return new PooledRows(tables);
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, System.getenv(PASSWORD));
  }
}
