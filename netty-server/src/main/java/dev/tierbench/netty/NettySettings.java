package dev.tierbench.netty;

import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.reactor.Transport;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What Spring Boot has no setting for ({@code netty.*}).
 *
 * @param model the concurrency model, one of {@link Models#ALL}
 * @param transport how the event loops wait, see {@link Transport}
 * @param eventLoops threads of server and client together; 0 for reactor-netty's own choice
 * @param acceptCount the backlog; the kernel cuts it to {@code net.core.somaxconn}
 */
@ConfigurationProperties("netty")
record NettySettings(String model, String transport, int eventLoops, int acceptCount) {

  NettySettings {
    InvalidSetting.unless(
        Models.ALL.contains(model),
        Models.PROPERTY,
        model,
        "one of " + String.join(", ", Models.ALL));
    eventLoops = ReactorNetty.eventLoops(eventLoops);
    transport = Transport.of(transport).id();
    InvalidSetting.unlessPositive("netty.accept-count", acceptCount);
  }
}
