package dev.tierbench.suite.tasks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;

/**
 * The table of answers: one connection, one writer at a time, each statement a transaction of its
 * own. Thread-safe; measures how long the writer is held per statement.
 */
final class Rows {

  private final ReentrantLock writer = new ReentrantLock();
  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement delete;
  private long operations;
  private long heldNanos;

  private Rows(Connection connection) throws SQLException {
    this.connection = connection;
    insert = connection.prepareStatement("INSERT INTO answer(uid, status) VALUES(?, ?)");
    delete = connection.prepareStatement("DELETE FROM answer WHERE uid = ?");
  }

  /** Opens a database with a write-ahead log and an empty table. */
  static Rows open(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS answer(uid INTEGER PRIMARY KEY, status INTEGER NOT NULL)");
      statement.execute("DELETE FROM answer");
    }
    return new Rows(connection);
  }

  void insert(int uid, int status) throws SQLException {
    writer.lock();
    try {
      long start = System.nanoTime();
      insert.setInt(1, uid);
      insert.setInt(2, status);
      change(insert, start);
    } finally {
      writer.unlock();
    }
  }

  void delete(int uid) throws SQLException {
    writer.lock();
    try {
      long start = System.nanoTime();
      delete.setInt(1, uid);
      change(delete, start);
    } finally {
      writer.unlock();
    }
  }

  private void change(PreparedStatement statement, long start) throws SQLException {
    int rows = statement.executeUpdate();
    operations++;
    heldNanos += System.nanoTime() - start;
    if (rows != 1) {
      throw new SQLException("expected to change 1 row, changed " + rows);
    }
  }

  /** Restarts the mean. */
  void reset() {
    writer.lock();
    try {
      operations = 0;
      heldNanos = 0;
    } finally {
      writer.unlock();
    }
  }

  /** The mean time that a statement held the writer; none without a statement. */
  OptionalLong nanosPerOperation() {
    writer.lock();
    try {
      return operations == 0 ? OptionalLong.empty() : OptionalLong.of(heldNanos / operations);
    } finally {
      writer.unlock();
    }
  }

  void close() throws SQLException {
    insert.close();
    delete.close();
    connection.close();
  }
}
