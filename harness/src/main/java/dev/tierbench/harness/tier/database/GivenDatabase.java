package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.DatabaseTables;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A database that ran before the sweep and goes on after it; its processes are not known. */
record GivenDatabase(DatabaseAccess access) implements RunningTier {

  /** State of an error by which PostgreSQL says that there is no such table. */
  private static final String NO_TABLE = "42P01";

  /**
   * Makes the tables that servers read and write, unless an earlier sweep made them with as many
   * rows, and empties the one that they write.
   *
   * @throws IOException when the database does not answer, its user may not do that, or it has a
   *     table of that name which no sweep made
   */
  static void prepare(DatabaseAccess access, int rows) throws IOException {
    try (DatabaseClient client = new DatabaseClient(access, access.user())) {
      Optional<String> made = made(client, access, DatabaseTables.ROWS);
      if (made.isEmpty()) {
        Optional<String> unused = made(client, access, DatabaseTables.LOG);
      }
      if (made.filter(DatabaseTables.comment(rows)::equals).isPresent()) {
        client.execute(PostgresTemplate.MAKING, "truncate tierbench_log");
      } else {
        client.execute(PostgresTemplate.MAKING, DatabaseTables.statements(rows));
      }
    } catch (SQLException e) {
      // Without what the driver wraps around it.
      throw new IOException("the database of " + access + " cannot be used: " + e.getMessage(), e);
    }
  }

  /** What a table says that an earlier sweep made; empty when there is no table. */
  private static Optional<String> made(DatabaseClient client, DatabaseAccess access, String table)
      throws IOException, SQLException {
    try {
      String comment = client.comment(table).orElse("");
      if (!comment.startsWith(DatabaseTables.MARK)) {
        throw new IOException(
            "the database of "
                + access
                + " has a table "
                + table
                + " that no sweep made: use another database, or drop it");
      }
      return Optional.of(comment);
    } catch (SQLException e) {
      if (NO_TABLE.equals(e.getSQLState())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public String name() {
    return Tier.DATABASE.id();
  }

  @Override
  public long pid() {
    return UNKNOWN_PID;
  }

  @Override
  public boolean isAlive() {
    return true;
  }

  @Override
  public CompletableFuture<RunningTier> ended() {
    return new CompletableFuture<>();
  }

  @Override
  public String howItEnded() {
    return "the database of " + access + ", which ran before the sweep, ended";
  }

  /** The log is its owner's. */
  @Override
  public List<String> lastLines(int most) {
    return List.of();
  }

  @Override
  public void end() {
    // It goes on.
  }

  @Override
  public void kill() {
    // It goes on.
  }
}
