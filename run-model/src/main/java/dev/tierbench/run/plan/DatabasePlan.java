package dev.tierbench.run.plan;

import dev.tierbench.run.Require;
import java.net.URI;
import java.util.Optional;

/**
 * The database that servers call in place of the echo tier.
 *
 * @param url of a database that runs already, without a password; empty when the sweep makes one of
 *     its own
 * @param rows of the table that requests read
 */
public record DatabasePlan(Optional<String> url, int rows) {

  /** The port of a PostgreSQL whose URL has none. */
  private static final int USUAL_PORT = 5432;

  /** Number of rows, unless a test asks for fewer. */
  public static final int ROWS = 1_000_000;

  /** The role that servers connect with, unless a URL names another. */
  public static final String ROLE = "tierbench";

  public DatabasePlan {
    Require.that(rows > 0, () -> "a database needs rows");
    url.ifPresent(DatabasePlan::requireValid);
  }

  private static void requireValid(String url) {
    Require.that(
        url.matches("postgresql://[A-Za-z0-9_.-]+@[^:/@?#]+(:[0-9]{1,5})?/[A-Za-z0-9_.-]+"),
        () ->
            "invalid database '"
                + url.replaceFirst(":[^/@]*@", ":...@")
                + "': expected postgresql://USER@HOST:PORT/NAME, and its password in the variable"
                + " DATABASE_PASSWORD");
  }

  /** The role that servers connect with. */
  public String user() {
    return url.map(given -> URI.create(given).getUserInfo()).orElse(ROLE);
  }

  /** The host of a database that runs already. */
  public Optional<String> host() {
    return url.map(given -> URI.create(given).getHost());
  }

  /** The port of a database that runs already. */
  public Optional<Integer> port() {
    return url.map(given -> URI.create(given).getPort()).map(port -> port < 0 ? USUAL_PORT : port);
  }

  /** The name of the database. */
  public String name() {
    return url.map(given -> URI.create(given).getPath().substring(1)).orElse(ROLE);
  }
}
