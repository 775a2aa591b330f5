package dev.tierbench.server.database;

import dev.tierbench.server.DownstreamFailure;
import java.util.Optional;

/** Why there is no answer of the database to pass on. */
public final class DatabaseFailure extends DownstreamFailure {

  /** Class of SQLSTATE of a connection that cannot be made or is lost. */
  private static final String CONNECTION = "08";

  /** Start of the SQLSTATEs of a server that shuts down, crashed or is not up yet. */
  private static final String SHUTDOWN = "57P0";

  /** SQLSTATE of a statement that the server ended by its {@code statement_timeout}. */
  private static final String CANCELLED = "57014";

  private DatabaseFailure(int status, String reason) {
    super(status, reason);
  }

  /**
   * Tells why a connection could not be opened.
   *
   * @param state SQLSTATE; empty when the database said nothing
   */
  public static DatabaseFailure connecting(Optional<String> state, DatabaseSettings settings) {
    return isLost(state) ? refused(settings) : answered(state.get());
  }

  /**
   * Tells why a statement on an open connection failed.
   *
   * @param state SQLSTATE; empty when the database said nothing
   */
  public static DatabaseFailure querying(Optional<String> state, DatabaseSettings settings) {
    if (isLost(state)) {
      return closed();
    }
    return state.get().equals(CANCELLED) ? silent(settings) : answered(state.get());
  }

  /** Whether there is no connection any more; also when the database said nothing. */
  public static boolean isLost(Optional<String> state) {
    return state.isEmpty()
        || state.get().startsWith(CONNECTION)
        || state.get().startsWith(SHUTDOWN);
  }

  public static DatabaseFailure refused(DatabaseSettings settings) {
    return new DatabaseFailure(
        BAD_GATEWAY, "the database is down: cannot connect to " + settings.url());
  }

  public static DatabaseFailure closed() {
    return new DatabaseFailure(
        BAD_GATEWAY, "the database closed the connection before its answer was complete");
  }

  public static DatabaseFailure answered(String state) {
    return new DatabaseFailure(BAD_GATEWAY, "the database answered with an error: " + state);
  }

  /** A key within {@code database.rows} has no row: the table holds fewer. */
  public static DatabaseFailure noRow(int id) {
    return new DatabaseFailure(
        BAD_GATEWAY,
        "the database has no row " + id + ": database.rows is above the number of its rows");
  }

  public static DatabaseFailure silent(DatabaseSettings settings) {
    return new DatabaseFailure(
        GATEWAY_TIMEOUT, within("the database did not answer", settings.timeout()));
  }

  public static DatabaseFailure notConnected(DatabaseSettings settings) {
    return new DatabaseFailure(
        GATEWAY_TIMEOUT,
        within("the database did not accept a connection", settings.connectTimeout()));
  }

  public static DatabaseFailure poolExhausted(DatabaseSettings settings) {
    return new DatabaseFailure(
        GATEWAY_TIMEOUT,
        within("no connection to the database came free", settings.acquireTimeout()));
  }
}
