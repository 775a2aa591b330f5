package dev.tierbench.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.util.Version;
import java.util.stream.StreamSupport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientConfig;

/** The settings in force, read from the listening channel, the event loops and the client. */
@RestController
final class SettingsController {
  /** Server and client are one library. Read once: it comes from a file in a jar. */
  private static final String VERSION =
      "reactor-netty/"
          + HttpClient.class.getPackage().getImplementationVersion()
          + " netty/"
          + Version.identify().get("netty-common").artifactVersion();

  private final BoundServer server;
  private final HttpClientConfig http;
  private final EchoSettings echo;
  private final String model;
  private final ObjectProvider<BlockingEchoClient> blocking;

  SettingsController(
      BoundServer server,
      HttpClient http,
      EchoSettings echo,
      NettySettings settings,
      ObjectProvider<BlockingEchoClient> blocking) {
    this.server = server;
    this.http = http.configuration();
    this.echo = echo;
    this.model = settings.model();
    this.blocking = blocking;
  }

  @GetMapping(path = "/settings", produces = MediaType.APPLICATION_JSON_VALUE)
  Settings settings() {
    return Models.blocks(model)
        ? Settings.of(
            model, server(), blocking.getObject().settings(), VERSION, BlockingEchoClient.VERSION)
        : Settings.of(model, server(), client(), VERSION, VERSION);
  }

  private Settings.Server server() {
    Channel channel = server.channel();
    EventLoopGroup loops = http.loopResources().onServer(http.isPreferNative());
    return new Settings.Server(
        channel.getClass().getSimpleName().startsWith("Epoll") ? "epoll" : "nio",
        Math.toIntExact(StreamSupport.stream(loops.spliterator(), false).count()),
        model.equals(Models.ELASTIC) ? Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE : null,
        null,
        null,
        channel.config().getOption(ChannelOption.SO_BACKLOG),
        Settings.millis(server.config().idleTimeout()),
        server.config().maxKeepAliveRequests());
  }

  private Settings.Client client() {
    Object connectTimeoutMs = http.options().get(ChannelOption.CONNECT_TIMEOUT_MILLIS);
    return new Settings.Client(
        echo.url(),
        http.connectionProvider().maxConnections(),
        EchoClientConfiguration.UNLIMITED_PENDING,
        echo.acquireTimeout().toMillis(),
        ((Integer) connectTimeoutMs).longValue(),
        Settings.millis(http.responseTimeout()));
  }
}
