package dev.tierbench.server.spring.reactor;

import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.reactor.Transport;

/**
 * What Spring Boot has no setting for ({@code netty.*}), apart from the model.
 *
 * @param transport how the event loops wait, see {@link Transport}
 * @param eventLoops threads of server and client together; 0 for reactor-netty's own choice
 * @param acceptCount the backlog; the kernel cuts it to {@code net.core.somaxconn}
 */
record NettyLimits(String transport, int eventLoops, int acceptCount) {

  NettyLimits {
    transport = Transport.of(transport).id();
    eventLoops = ReactorNetty.eventLoops(eventLoops);
    InvalidSetting.unlessPositive("netty.accept-count", acceptCount);
  }
}
