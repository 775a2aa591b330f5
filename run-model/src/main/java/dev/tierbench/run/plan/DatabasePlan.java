package dev.tierbench.run.plan;

import dev.tierbench.run.Require;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The database that servers call in place of the echo tier.
 *
 * @param url of a database that runs already, without a password; empty when the sweep makes one of
 *     its own
 * @param rows of the table that requests read
 */
public record DatabasePlan(Optional<String> url, int rows) {

  /** The port of a PostgreSQL whose URL has none. */
  private static final String USUAL_PORT = "5432";

  private static final int MOST_PORT = 65_535;

  /** User, host, port and name. */
  private static final Pattern URL =
      Pattern.compile(
          "postgresql://([A-Za-z0-9_.-]+)@([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?"
              + "/([A-Za-z0-9_.-]+)");

  /** Number of rows, unless a test asks for fewer. */
  public static final int ROWS = 1_000_000;

  /** The role that servers connect with, unless a URL names another. */
  public static final String ROLE = "tierbench";

  public DatabasePlan {
    Require.that(rows > 0, () -> "a database needs rows");
    url.ifPresent(DatabasePlan::requireValid);
  }

  private static void requireValid(String url) {
    Matcher parts = URL.matcher(url);
    Require.that(
        parts.matches() && isPort(parts.group(3)),
        () ->
            "invalid database '"
                + url.replaceFirst(":[^/@]*@", ":...@")
                + "': expected postgresql://USER@HOST:PORT/NAME, and its password in the variable"
                + " DATABASE_PASSWORD");
  }

  private static boolean isPort(String typed) {
    return typed == null || (Integer.parseInt(typed) > 0 && Integer.parseInt(typed) <= MOST_PORT);
  }

  /** A part of the URL of a database that runs already. */
  private Optional<String> part(int group) {
    return url.map(URL::matcher)
        .filter(Matcher::matches)
        .map(parts -> Optional.ofNullable(parts.group(group)).orElse(USUAL_PORT));
  }

  /** The role that servers connect with. */
  public String user() {
    return part(1).orElse(ROLE);
  }

  /** The host of a database that runs already, an IPv6 address without brackets. */
  public Optional<String> host() {
    return part(2).map(host -> host.replaceAll("[\\[\\]]", ""));
  }

  /** The port of a database that runs already. */
  public Optional<Integer> port() {
    return part(3).map(Integer::valueOf);
  }

  /** The name of the database. */
  public String name() {
    return part(4).orElse(ROLE);
  }

  /** Whether a database that runs already is reached over the loopback. */
  public boolean isOnLoopback() {
    return host().filter(host -> host.matches("localhost|127\\..*|::1")).isPresent();
  }
}
