package dev.tierbench.floor;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import picocli.CommandLine.Option;
import reactor.netty.resources.LoopResources;

/** The options of the command line: those of the other servers that apply, with their names. */
final class FloorSettings {

  @Option(
      names = "--server.address",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default: ${DEFAULT-VALUE})")
  String address;

  @Option(
      names = "--server.port",
      defaultValue = "8084",
      description = "Port to listen on, 0 for any (default: ${DEFAULT-VALUE})")
  int port;

  @Option(
      names = "--netty.event-loops",
      defaultValue = "0",
      description = "Threads of server and client together, 0 for reactor-netty's own choice")
  int eventLoops;

  @Option(
      names = "--netty.accept-count",
      defaultValue = "8192",
      description = "The backlog; the kernel cuts it to net.core.somaxconn")
  int acceptCount;

  @Option(
      names = "--echo.url",
      defaultValue = "http://127.0.0.1:8081",
      description = "Scheme, host and port of echo (default: ${DEFAULT-VALUE})")
  String echoUrl;

  @Option(
      names = "--echo.timeout",
      defaultValue = "5s",
      description = "Longest silence of echo (default: ${DEFAULT-VALUE})")
  Duration timeout;

  @Option(
      names = "--echo.connect-timeout",
      defaultValue = "2s",
      description = "Longest wait for a new connection (default: ${DEFAULT-VALUE})")
  Duration connectTimeout;

  @Option(
      names = "--echo.acquire-timeout",
      defaultValue = "5s",
      description = "Longest wait for a free connection (default: ${DEFAULT-VALUE})")
  Duration acquireTimeout;

  @Option(
      names = "--echo.max-connections",
      defaultValue = "8192",
      description = "Size of the pool (default: ${DEFAULT-VALUE})")
  int maxConnections;

  /**
   * The same settings, checked.
   *
   * @throws IllegalArgumentException naming the setting and what to give instead
   */
  FloorSettings checked() {
    require(
        isHttpAddress(echoUrl), "echo.url", echoUrl, "an address such as http://127.0.0.1:8081");
    require(port >= 0 && port <= 65_535, "server.port", port, "a port from 0 to 65535");
    require(
        eventLoops >= 0,
        "netty.event-loops",
        eventLoops,
        "a number from 1, or 0 for reactor-netty's own choice");
    require(acceptCount > 0, "netty.accept-count", acceptCount, "a number from 1");
    require(maxConnections > 0, "echo.max-connections", maxConnections, "a number from 1");
    return this;
  }

  int loops() {
    return eventLoops == 0 ? LoopResources.DEFAULT_IO_WORKER_COUNT : eventLoops;
  }

  private static void require(boolean valid, String name, Object value, String remedy) {
    if (!valid) {
      throw new IllegalArgumentException(name + " is '" + value + "': give " + remedy);
    }
  }

  private static boolean isHttpAddress(String url) {
    try {
      URI uri = new URI(url);
      return "http".equalsIgnoreCase(uri.getScheme())
          && uri.getHost() != null
          && uri.getPort() != 0
          && uri.getPort() <= 65_535
          && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
          && uri.getQuery() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
