package dev.tierbench.server.reactor;

import dev.tierbench.server.CallLimit;
import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.Settings;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.timeout.ReadTimeoutException;
import io.netty.util.Version;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientConfig;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** reactor-netty as the servers use it: event loops, and the HTTP client towards echo. */
public final class ReactorNetty {
  /** Server and client are one library. Read once: it comes from a file in a jar. */
  public static final String VERSION =
      "reactor-netty/"
          + HttpClient.class.getPackage().getImplementationVersion()
          + " netty/"
          + Version.identify().get("netty-common").artifactVersion();

  private ReactorNetty() {}

  /** The setting {@code netty.event-loops}, of which 0 is reactor-netty's own choice. */
  public static int eventLoops(int asked) {
    InvalidSetting.unless(
        asked >= 0,
        "netty.event-loops",
        asked,
        "a number from 1, or 0 for reactor-netty's own choice");
    return asked == 0 ? LoopResources.DEFAULT_IO_WORKER_COUNT : asked;
  }

  /** Event loops that server and client share. */
  public static LoopResources loops(Transport transport, int eventLoops) {
    return new Loops(transport, eventLoops);
  }

  /**
   * Last in, first out: a step after one of higher concurrency uses warm connections. The event
   * loop sees when echo closes an idle connection, so none needs a test before its use.
   */
  public static ConnectionProvider pool(EchoSettings settings) {
    return ConnectionProvider.builder("echo")
        .maxConnections(settings.maxConnections())
        .pendingAcquireMaxCount(Settings.NO_LIMIT)
        .pendingAcquireTimeout(settings.acquireTimeout())
        .lifo()
        .build();
  }

  /** Client that never retries an aborted request: one call is one request to echo. */
  public static HttpClient client(
      EchoSettings settings, ConnectionProvider pool, LoopResources loops) {
    return HttpClient.create(pool)
        .runOn(loops)
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS,
            Math.toIntExact(settings.connectTimeout().toMillis()))
        .responseTimeout(settings.timeout())
        .disableRetry(true);
  }

  /** The limits of the client in force. */
  public static Settings.Client settings(HttpClientConfig client, EchoSettings echo) {
    Object connectTimeoutMs = client.options().get(ChannelOption.CONNECT_TIMEOUT_MILLIS);
    return new Settings.EchoClient(
        echo.url(),
        client.connectionProvider().maxConnections(),
        Settings.NO_LIMIT,
        new CallLimit(echo).most(),
        echo.acquireTimeout().toMillis(),
        ((Integer) connectTimeoutMs).longValue(),
        Settings.millis(Optional.ofNullable(client.responseTimeout())));
  }

  /** The failure to report when a call of echo ended with this one, or itself. */
  public static Throwable echoFailure(Throwable failure, EchoSettings settings) {
    return switch (failure) {
      case TimeoutException e -> EchoFailure.poolExhausted(settings.acquireTimeout());
      case ConnectTimeoutException e -> EchoFailure.notConnected(settings.connectTimeout());
      case ReadTimeoutException e -> EchoFailure.silent(settings.timeout());
      case ConnectException e -> EchoFailure.refused(settings.url());
      case UnknownHostException e -> EchoFailure.refused(settings.url());
      case IOException e -> EchoFailure.closed();
      case IllegalArgumentException e -> EchoFailure.unreadable();
      default -> failure;
    };
  }
}
