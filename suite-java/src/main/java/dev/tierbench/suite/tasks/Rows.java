package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * The rows of answers in a database, each statement a transaction of its own. Thread-safe; measures
 * how long a statement holds its connection.
 */
interface Rows {

  /** How a database is reached, and what an implementation states of it. */
  interface Database {

    /** The name of the pool of its connections, in the settings of an implementation. */
    String pool();

    /** Statements that it executes at once. */
    int connections();

    Library driver() throws SQLException;

    /** Opens it with an empty table. */
    Rows open() throws SQLException;
  }

  /** The database of the settings: a file of SQLite, or a PostgreSQL by its JDBC address. */
  static Database of(Settings settings) {
    String database = EchoTasks.required(settings, "database");
    return database.startsWith(PostgresDatabase.SCHEME)
        ? PostgresDatabase.of(settings, database)
        : new SqliteDatabase(Path.of(database));
  }

  void insert(int uid, int status) throws SQLException;

  void delete(int uid) throws SQLException;

  /** How long statements held their connection. */
  HeldTimes held();

  void close() throws SQLException;
}
