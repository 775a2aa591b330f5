package dev.tierbench.suite.tasks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The table of answers through one connection, each statement a transaction of its own. One thread
 * at a time.
 */
final class AnswerTable {

  private static final String DROP = "DROP TABLE IF EXISTS answer";
  private static final String CREATE =
      "CREATE TABLE answer(uid INTEGER PRIMARY KEY, status INTEGER NOT NULL)";
  private static final String INSERT = "INSERT INTO answer(uid, status) VALUES(?, ?)";
  private static final String DELETE = "DELETE FROM answer WHERE uid = ?";

  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement delete;

  /** The table, which has to be there. */
  AnswerTable(Connection connection) throws SQLException {
    this.connection = connection;
    insert = connection.prepareStatement(INSERT);
    delete = connection.prepareStatement(DELETE);
  }

  /** Makes the table anew: an earlier cell leaves nothing that a later one could find. */
  static void make(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(DROP);
      statement.execute(CREATE);
    }
  }

  void insert(int uid, int status) throws SQLException {
    insert.setInt(1, uid);
    insert.setInt(2, status);
    change(insert);
  }

  void delete(int uid) throws SQLException {
    delete.setInt(1, uid);
    change(delete);
  }

  private static void change(PreparedStatement statement) throws SQLException {
    int rows = statement.executeUpdate();
    if (rows != 1) {
      throw new SQLException("expected to change 1 row, changed " + rows);
    }
  }

  void close() throws SQLException {
    insert.close();
    delete.close();
    connection.close();
  }
}
