package dev.tierbench.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/**
 * Address of echo, time limits of a call and the number of concurrent calls ({@code echo.*}). Fails
 * with {@link InvalidSetting}.
 *
 * @param url scheme, host and port of echo; {@code /echo} is added
 * @param timeout longest silence of echo while its answer is awaited
 * @param connectTimeout longest wait for a new connection
 * @param acquireTimeout longest wait for a free connection of the pool
 * @param maxConnections size of the pool; keep it above the highest concurrency
 * @param maxCalls calls under way at a time, beyond which one fails at once; 0 is no limit
 */
public record EchoSettings(
    String url,
    Duration timeout,
    Duration connectTimeout,
    Duration acquireTimeout,
    int maxConnections,
    int maxCalls) {

  public EchoSettings {
    InvalidSetting.unless(
        isHttpAddress(url), "echo.url", url, "an address such as http://127.0.0.1:8081");
    InvalidSetting.unlessTime("echo.timeout", timeout);
    InvalidSetting.unlessTime("echo.connect-timeout", connectTimeout);
    InvalidSetting.unlessTime("echo.acquire-timeout", acquireTimeout);
    InvalidSetting.unlessPositive("echo.max-connections", maxConnections);
    InvalidSetting.unless(
        maxCalls >= 0, "echo.max-calls", maxCalls, "a number from 1, or 0 for no limit");
  }

  public URI echoUri() {
    return URI.create(url).resolve("/echo");
  }

  private static boolean isHttpAddress(String url) {
    if (url == null) {
      return false;
    }
    try {
      URI uri = new URI(url);
      return "http".equalsIgnoreCase(uri.getScheme())
          && uri.getHost() != null
          && uri.getPort() != 0
          && uri.getPort() <= 65_535
          && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
          && uri.getQuery() == null
          && uri.getFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
