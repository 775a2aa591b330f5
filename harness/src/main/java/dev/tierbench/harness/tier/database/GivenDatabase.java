package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.DatabaseTables;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A database that ran before the sweep and goes on after it; its processes are not known. */
record GivenDatabase(DatabaseAccess access) implements RunningTier {

  /**
   * Makes the table that servers read, unless it is there with as many rows.
   *
   * @throws IOException when the database does not answer, or its user may not do that
   */
  static void prepare(DatabaseAccess access, int rows) throws IOException {
    try (DatabaseClient client = new DatabaseClient(access, access.user())) {
      client.ping();
      if (!hasRows(client, rows)) {
        client.execute(PostgresTemplate.MAKING, DatabaseTables.statements(rows));
      }
    } catch (SQLException e) {
      throw PlannedDatabase.failed("the database of " + access + " cannot be used", e);
    }
  }

  private static boolean hasRows(DatabaseClient client, int rows) {
    try {
      return client.rows() == rows;
    } catch (SQLException e) {
      return false; // there is no such table yet
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
