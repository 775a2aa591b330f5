package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.DatabaseTables;
import dev.tierbench.run.file.RunJson;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * A connection of the harness to the database, reopened when it was lost. Several threads may ask;
 * one answer is waited for at a time.
 */
final class DatabaseClient implements AutoCloseable {

  /** Name that the database knows the harness's connections by. */
  private static final String APPLICATION = "tierbench-harness";

  /** Part of every statement that servers execute, which the database keeps in its statistics. */
  private static final String MARK = "%/* tierbench */%";

  private static final int LIMIT_SECONDS = 10;

  private static final String COUNT =
      """
      select coalesce(sum(calls), 0), coalesce(sum(total_exec_time), 0)
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and userid = (select oid from pg_roles where rolname = ?) and query like ?\
      """;

  private static final String CONNECTIONS =
      "select count(*) from pg_stat_activity where usename = ? and application_name = ?";

  private static final String EXECUTING =
      """
      select count(*) from pg_stat_activity
      where usename = ? and application_name like 'tierbench-%' and application_name <> ?
        and state = 'active'\
      """;

  /**
   * What decides a result, by name: any setting of a database that is not ours may hold a secret.
   */
  private static final String SETTINGS =
      """
      select name, current_setting(name) from pg_settings
      where name in ('server_version', 'max_connections', 'shared_buffers', 'work_mem',
        'effective_cache_size', 'shared_preload_libraries', 'pg_stat_statements.track',
        'pg_stat_statements.track_utility', 'fsync', 'synchronous_commit', 'full_page_writes',
        'autovacuum', 'jit', 'max_worker_processes', 'max_parallel_workers_per_gather',
        'statement_timeout', 'default_transaction_isolation', 'ssl')\
      """;

  /**
   * What the database counted so far.
   *
   * @param executingMs summed over all connections
   */
  record Counts(long statements, double executingMs) {

    /** What was counted since an earlier time; empty when the counts were reset meanwhile. */
    Optional<Counts> since(Counts earlier) {
      return statements < earlier.statements || executingMs < earlier.executingMs
          ? Optional.empty()
          : Optional.of(
              new Counts(statements - earlier.statements, executingMs - earlier.executingMs));
    }
  }

  /** A question whose answer may not come. */
  private interface Question<T> {
    T of(Connection connection) throws SQLException;
  }

  private final DatabaseAccess access;
  private final String user;
  private Optional<Connection> connection = Optional.empty();

  /**
   * A client that connects when it is first asked.
   *
   * @param user that it connects as, by the password of the servers
   */
  DatabaseClient(DatabaseAccess access, String user) {
    this.access = access;
    this.user = user;
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", access.password());
    properties.setProperty("ApplicationName", APPLICATION);
    properties.setProperty("connectTimeout", String.valueOf(LIMIT_SECONDS));
    properties.setProperty("socketTimeout", String.valueOf(LIMIT_SECONDS));
    return DriverManager.getConnection(access.jdbcUrl(), properties);
  }

  private synchronized <T> T ask(Question<T> question) throws SQLException {
    boolean kept = connection.isPresent();
    try {
      return askOnce(question);
    } catch (SQLException e) {
      if (kept && isLost(e)) {
        return askOnce(question); // it may have been lost while nothing was asked
      }
      throw e;
    }
  }

  private <T> T askOnce(Question<T> question) throws SQLException {
    if (connection.isEmpty()) {
      connection = Optional.of(connect());
    }
    try {
      return question.of(connection.get());
    } catch (SQLException e) {
      close();
      throw e;
    }
  }

  /** Whether the connection was closed by the other end: class 08, and an administrator's end. */
  private static boolean isLost(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.startsWith("08") || state.startsWith("57P");
  }

  /** Empty of a question that is not answered. */
  private <T> Optional<T> tryAsking(Question<T> question) {
    try {
      return Optional.of(ask(question));
    } catch (SQLException e) {
      return Optional.empty();
    }
  }

  /** Requires that the database answers. */
  void ping() throws SQLException {
    ask(open -> {
      try (Statement statement = open.createStatement()) {
        return statement.execute("select 1");
      }
    });
  }

  /** Carries out statements that give no result, with a time limit of their own. */
  void execute(Duration limit, String... statements) throws SQLException {
    ask(open -> {
      open.setNetworkTimeout(Runnable::run, Math.toIntExact(limit.toMillis()));
      try (Statement statement = open.createStatement()) {
        for (String each : statements) {
          statement.execute(each);
        }
      }
      open.setNetworkTimeout(Runnable::run, LIMIT_SECONDS * 1_000);
      return statements;
    });
  }

  /**
   * The comment of a table, which says what it holds; empty without one.
   *
   * @throws SQLException with the state {@code 42P01} when there is no such table
   */
  Optional<String> comment(String table) throws SQLException {
    return ask(open -> Optional.ofNullable(text(open, DatabaseTables.askForComment(table))));
  }

  /** The folder of the database's files, which only an administrator may know. */
  Optional<Path> files() throws SQLException {
    return ask(open -> Optional.ofNullable(text(open, "show data_directory")).map(Path::of));
  }

  private static String text(Connection open, String query) throws SQLException {
    try (Statement statement = open.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      found.next();
      return found.getString(1);
    }
  }

  /** Statements of servers that are being executed; empty when that is not known. */
  Optional<Integer> executing() {
    return row(EXECUTING, APPLICATION, count -> count.getInt(1));
  }

  /** Reads the row of an answer that has one. */
  private interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** The one row that a query finds of the role and of another word. */
  private <T> Optional<T> row(String text, String word, Row<T> row) {
    return tryAsking(open -> {
      try (PreparedStatement query = open.prepareStatement(text)) {
        query.setString(1, access.user());
        query.setString(2, word);
        try (ResultSet found = query.executeQuery()) {
          found.next();
          return row.read(found);
        }
      }
    });
  }

  /** What the servers' statements added up to so far; empty when that is not known. */
  Optional<Counts> counts() {
    return row(COUNT, MARK, sums -> new Counts(sums.getLong(1), sums.getDouble(2)));
  }

  /** Connections of the server of that port; empty of a server that does not name them by it. */
  Optional<Integer> connectionsOf(int port) {
    return row(CONNECTIONS, "tierbench-" + port, count -> count.getInt(1))
        .filter(number -> number > 0);
  }

  /** The settings in force that decide a result; empty when it does not answer. */
  Optional<JsonNode> settings() {
    return tryAsking(
            open -> {
              Map<String, String> settings = new TreeMap<>();
              try (Statement statement = open.createStatement();
                  ResultSet rows = statement.executeQuery(SETTINGS)) {
                while (rows.next()) {
                  settings.put(rows.getString(1), rows.getString(2));
                }
              }
              return settings;
            })
        .map(RunJson::toTree);
  }

  @Override
  public synchronized void close() {
    connection.ifPresent(DatabaseClient::closed);
    connection = Optional.empty();
  }

  private static void closed(Connection open) {
    try {
      open.close();
    } catch (SQLException e) {
      // The server ends it with its own.
    }
  }
}
