package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Library;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/** A file of SQLite with a write-ahead log, which has one writer. */
record SqliteDatabase(Path file) implements Rows.Database {

  @Override
  public String pool() {
    return "database writer";
  }

  @Override
  public int connections() {
    return 1;
  }

  @Override
  public Library driver() {
    return new Library("sqlite-jdbc", org.sqlite.JDBC.class);
  }

  @Override
  public Rows open() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    AnswerTable.make(connection);
    return new OneWriterRows(new AnswerTable(connection));
  }
}
