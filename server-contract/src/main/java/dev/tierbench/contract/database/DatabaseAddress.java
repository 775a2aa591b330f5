package dev.tierbench.contract.database;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * Address of a database and the role of its administrator.
 *
 * @param password empty where none is asked for
 */
public record DatabaseAddress(String host, int port, String name, String user, String password) {
  private static final int DEFAULT_PORT = 5432;

  /**
   * Reads {@code postgresql://USER@HOST:PORT/NAME}; empty when it has another form.
   *
   * @param password of the role, which the address does not hold
   */
  public static Optional<DatabaseAddress> of(String url, String password) {
    try {
      URI uri = new URI(url);
      boolean valid =
          "postgresql".equals(uri.getScheme())
              && uri.getHost() != null
              && uri.getUserInfo() != null
              && !uri.getUserInfo().contains(":")
              && uri.getPath().matches("/[^/]+");
      return valid
          ? Optional.of(
              new DatabaseAddress(
                  uri.getHost(),
                  uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                  uri.getPath().substring(1),
                  uri.getUserInfo(),
                  password))
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  String jdbc() {
    return "jdbc:postgresql://" + host + ":" + port + "/" + name;
  }

  @Override
  public String toString() {
    return "postgresql://" + user + "@" + host + ":" + port + "/" + name;
  }
}
