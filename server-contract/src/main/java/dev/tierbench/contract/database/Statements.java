package dev.tierbench.contract.database;

import dev.tierbench.contract.Expect;
import dev.tierbench.contract.Patience;
import java.sql.SQLException;

/** Counts the statements that a server made in the database. */
record Statements(TestDatabase database) {

  /** Sends requests. */
  @FunctionalInterface
  interface Requests {
    void send() throws Exception;
  }

  /**
   * Requires exactly that many statements. The database counts a statement once it has ended, which
   * may be after its answer.
   */
  void during(int due, Requests requests) throws Exception {
    long before = database.statements();
    requests.send();
    Patience.await(due + " statements are counted", () -> since(before) >= due);
    long made = since(before);
    Expect.that(made == due, "the database executed %d statements instead of %d", made, due);
  }

  private long since(long before) {
    try {
      return database.statements() - before;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
