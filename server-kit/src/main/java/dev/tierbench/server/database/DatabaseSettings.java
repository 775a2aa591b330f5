package dev.tierbench.server.database;

import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/**
 * Address of the database, its pool and the time limits ({@code database.*}). Fails with {@link
 * InvalidSetting}. The password is part of no text.
 *
 * @param url {@code postgresql://HOST:PORT/NAME}, without credentials
 * @param password may be empty
 * @param application name that the database knows its connections by
 * @param pool connections that are opened at the start and kept
 * @param timeout longest wait for the answer to one statement
 * @param connectTimeout longest wait for a new connection
 * @param acquireTimeout longest wait for a free connection of the pool
 * @param rows number of rows of {@code tierbench_row}, whose ids begin with 1
 */
public record DatabaseSettings(
    String url,
    String user,
    String password,
    String application,
    int pool,
    Duration timeout,
    Duration connectTimeout,
    Duration acquireTimeout,
    int rows) {

  /**
   * How much later than the database's own time-out a driver gives up, when not even that arrives.
   */
  private static final Duration GRACE = Duration.ofMillis(500);

  private static final int LAST_PORT = 65_535;

  public DatabaseSettings {
    InvalidSetting.unless(
        isAddress(url),
        "database.url",
        withoutCredentials(url),
        "an address without credentials, such as postgresql://127.0.0.1:5432/tierbench");
    InvalidSetting.unless(
        user != null && !user.isBlank(), "database.user", user, "the name of a role");
    password = password == null ? "" : password;
    InvalidSetting.unless(
        application != null && application.matches("[A-Za-z0-9_.-]{1,63}"),
        "database.application",
        application,
        "letters, digits, _, . and - only");
    InvalidSetting.unlessPositive("database.pool", pool);
    InvalidSetting.unlessTime("database.timeout", timeout);
    InvalidSetting.unlessTime("database.connect-timeout", connectTimeout);
    InvalidSetting.unlessTime("database.acquire-timeout", acquireTimeout);
    InvalidSetting.unlessPositive("database.rows", rows);
  }

  public String host() {
    return uri(url).getHost();
  }

  public int port() {
    return uri(url).getPort();
  }

  /** Name of the database. */
  public String name() {
    return uri(url).getPath().substring(1);
  }

  /**
   * Longest wait of a driver for an answer. The database ends a statement itself after {@link
   * #timeout}, by its setting {@code statement_timeout}, and the connection stays usable; a driver
   * that hears nothing until then gives the connection up.
   */
  public Duration silence() {
    return timeout.plus(GRACE);
  }

  /** The limits in force, as {@code /settings} reports them. */
  public Settings.DatabaseClient reported() {
    return new Settings.DatabaseClient(
        url, pool, acquireTimeout.toMillis(), connectTimeout.toMillis(), timeout.toMillis());
  }

  @Override
  public String toString() {
    return "DatabaseSettings[" + user + " at " + url + "]";
  }

  private static boolean isAddress(String url) {
    try {
      return url != null && isAddress(new URI(url));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean isAddress(URI uri) {
    return "postgresql".equals(uri.getScheme())
        && uri.getHost() != null
        && uri.getUserInfo() == null
        && uri.getPort() > 0
        && uri.getPort() <= LAST_PORT
        && uri.getPath().matches("/[^/]+")
        && uri.getQuery() == null
        && uri.getFragment() == null;
  }

  private static String withoutCredentials(String url) {
    return url == null ? "" : url.replaceFirst("//.*@", "//***@").replaceFirst("\\?.*", "?***");
  }

  private static URI uri(String url) {
    return URI.create(url);
  }
}
