package dev.tierbench.server.database;

/** What one call asks of the database. */
public sealed interface DatabaseQuery {

  /**
   * A statement that waits in the database; one statement.
   *
   * @param micros from 1 ms to 10 s
   */
  record Sleep(int micros) implements DatabaseQuery {

    /** The body of its answer. */
    public static final String ANSWER = "slept";

    private static final double MICROS_PER_SECOND = 1e6;

    public double seconds() {
      return micros / MICROS_PER_SECOND;
    }
  }

  /** A read of one row by its key, which is random; one statement. */
  record Point() implements DatabaseQuery {}

  /** A transaction that reads a row, logs that and counts it in the row; three statements. */
  record Transaction() implements DatabaseQuery {}
}
