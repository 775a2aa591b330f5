package dev.tierbench.tomcat;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where echo is and how long and how often it may be asked at once ({@code echo.*}).
 *
 * @param url scheme, host and port of echo; {@code /echo} is added
 * @param timeout longest silence of echo while its answer is awaited
 * @param connectTimeout longest wait for a new connection
 * @param acquireTimeout longest wait for a free connection of the pool
 * @param maxConnections size of the pool; keep it above the highest concurrency
 */
@ConfigurationProperties("echo")
record EchoSettings(
    String url,
    Duration timeout,
    Duration connectTimeout,
    Duration acquireTimeout,
    int maxConnections) {

  EchoSettings {
    InvalidSetting.unless(
        isHttpAddress(url), "echo.url", url, "an address such as http://127.0.0.1:8081");
    requireSpan("echo.timeout", timeout);
    requireSpan("echo.connect-timeout", connectTimeout);
    requireSpan("echo.acquire-timeout", acquireTimeout);
    InvalidSetting.unless(
        maxConnections > 0, "echo.max-connections", maxConnections, "a number from 1");
  }

  URI echoUri() {
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
    } catch (java.net.URISyntaxException e) {
      return false;
    }
  }

  private static void requireSpan(String name, Duration value) {
    InvalidSetting.unless(
        value != null && value.toMillis() > 0 && value.toMillis() <= Integer.MAX_VALUE,
        name,
        value,
        "a time from 1ms, such as 5s");
  }
}
