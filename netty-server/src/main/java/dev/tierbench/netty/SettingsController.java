package dev.tierbench.netty;

import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.Settings;
import dev.tierbench.server.blocking.BlockingEchoClient;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.reactor.Transport;
import dev.tierbench.server.spring.SpringServerConfiguration;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.util.Optional;
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
    boolean blocks = Models.blocks(model);
    return Settings.of(
        model,
        server(),
        blocks ? blocking.getObject().settings() : ReactorNetty.settings(http, echo),
        SpringServerConfiguration.versions(
            ReactorNetty.VERSION, blocks ? BlockingEchoClient.VERSION : ReactorNetty.VERSION));
  }

  private Settings.Server server() {
    Channel channel = server.channel();
    EventLoopGroup loops = http.loopResources().onServer(http.isPreferNative());
    return new Settings.Server(
        Transport.of(channel).id(),
        Optional.of(Math.toIntExact(StreamSupport.stream(loops.spliterator(), false).count())),
        model.equals(Models.ELASTIC)
            ? Optional.of(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE)
            : Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        channel.config().getOption(ChannelOption.SO_BACKLOG),
        Settings.millis(Optional.ofNullable(server.config().idleTimeout())),
        server.config().maxKeepAliveRequests());
  }
}
