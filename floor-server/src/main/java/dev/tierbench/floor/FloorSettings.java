package dev.tierbench.floor;

import dev.tierbench.floor.common.FloorPlan;
import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.reactor.Transport;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options of the command line: those of the other servers that apply, with their names. */
final class FloorSettings {

  private static final int NO_CALL_LIMIT = 0;

  @Option(
      names = "--floor.model",
      defaultValue = "netty-floor",
      description = "netty-floor or reactor-netty-floor (default: ${DEFAULT-VALUE})")
  String model;

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
      names = "--netty.transport",
      defaultValue = "${sys:netty.transport:-" + Transport.AUTO + "}",
      description = "auto (epoll, else nio), epoll, io_uring or nio (default: auto)")
  String transport;

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

  /** Checked. Fails with {@link InvalidSetting}. */
  FloorPlan plan() {
    InvalidSetting.unlessPort("server.port", port);
    InvalidSetting.unlessPositive("netty.accept-count", acceptCount);
    InvalidSetting.unless(
        FloorServer.MODELS.containsKey(model),
        "floor.model",
        model,
        "one of " + String.join(", ", FloorServer.MODELS.keySet()));
    return new FloorPlan(
        model,
        address,
        port,
        Transport.of(transport),
        ReactorNetty.eventLoops(eventLoops),
        acceptCount,
        new EchoSettings(
            echoUrl, timeout, connectTimeout, acquireTimeout, maxConnections, NO_CALL_LIMIT));
  }
}
