package dev.tierbench.contract.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * The database behind the server, as its administrator sees it: counts statements, locks and
 * renames tables. For one thread at a time.
 */
final class TestDatabase implements AutoCloseable {
  static final String ROWS = "tierbench_row";
  static final String LOG = "tierbench_log";

  /** The text of each row, so that each answer is the same. */
  private static final String PAD = "tierbench-row-text-".repeat(4).substring(0, 64);

  private static final String RENAMED = "_renamed_by_the_contract";

  /** Part of the text of each statement of a server; a parameter, so our statements lack it. */
  private static final String MARK = "%/* tierbench */%";

  private final DatabaseAddress address;
  private final Connection connection;
  private final Connection locking;

  TestDatabase(DatabaseAddress address) throws SQLException {
    this.address = address;
    connection = connect();
    locking = connect();
    locking.setAutoCommit(false);
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", address.user());
    properties.setProperty("password", address.password());
    properties.setProperty("ApplicationName", "tierbench-contract");
    return DriverManager.getConnection(address.jdbc(), properties);
  }

  /** Makes the tables with rows from 1 to that number, where they are missing. */
  void prepare(int rows) throws SQLException {
    run("create extension if not exists pg_stat_statements");
    run(
        "create table if not exists tierbench_row"
            + " (id int primary key, counter bigint not null, pad text not null)");
    run("create table if not exists tierbench_log (id bigserial, row_id int, at timestamptz)");
    if (number("select coalesce(max(id), 0) from tierbench_row") < rows) {
      run(
          "insert into tierbench_row select id, 0, '"
              + PAD
              + "' from generate_series(1, "
              + rows
              + ") id on conflict do nothing");
    }
    run("grant select, insert, update on tierbench_row, tierbench_log to public");
    run("grant usage on sequence tierbench_log_id_seq to public");
  }

  /** The text of a row, which is the same for all. */
  String pad() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select pad from tierbench_row where id = 1")) {
      row.next();
      return row.getString(1);
    }
  }

  /** The statements of servers that the database has executed, all time. */
  long statements() throws SQLException {
    return marked(
        "select coalesce(sum(calls), 0) from pg_stat_statements s join pg_database d on d.oid ="
            + " s.dbid where d.datname = current_database() and s.query like ?");
  }

  /** The statements of servers that it executes now, also those that wait for a lock. */
  long underWay() throws SQLException {
    return marked("select count(*) from pg_stat_activity where state = 'active' and query like ?");
  }

  private long marked(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, MARK);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** How often transactions have counted in a row, all time. */
  long counted() throws SQLException {
    return number("select sum(counter) from tierbench_row");
  }

  /** How many transactions are logged. */
  long logged() throws SQLException {
    return number("select count(*) from tierbench_log");
  }

  /** The id of the last that was logged; 0 without any. */
  long lastLogged() throws SQLException {
    return number("select coalesce(max(id), 0) from tierbench_log");
  }

  /** How many different rows were logged after that id. */
  long differentLoggedAfter(long id) throws SQLException {
    return number("select count(distinct row_id) from tierbench_log where id > " + id);
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Keeps every other connection from the table until {@link #recover}. */
  void lock(String table) throws SQLException {
    try (Statement statement = locking.createStatement()) {
      statement.execute("lock table " + table + " in access exclusive mode");
    }
  }

  /** Takes the table away until {@link #recover}. */
  void hide(String table) throws SQLException {
    run("alter table " + table + " rename to " + table + RENAMED);
  }

  /** Unlocks the tables and brings them back. */
  void recover() throws SQLException {
    locking.rollback();
    for (String table : new String[] {ROWS, LOG}) {
      run("alter table if exists " + table + RENAMED + " rename to " + table);
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    locking.close();
    connection.close();
  }
}
