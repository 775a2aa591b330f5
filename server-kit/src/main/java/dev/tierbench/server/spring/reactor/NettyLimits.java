package dev.tierbench.server.spring.reactor;

import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.reactor.ReactorNetty;

/**
 * What Spring Boot has no setting for ({@code netty.*}), apart from the model.
 *
 * @param eventLoops threads of server and client together; 0 for reactor-netty's own choice
 * @param acceptCount the backlog; the kernel cuts it to {@code net.core.somaxconn}
 */
record NettyLimits(int eventLoops, int acceptCount) {

  NettyLimits {
    eventLoops = ReactorNetty.eventLoops(eventLoops);
    InvalidSetting.unlessPositive("netty.accept-count", acceptCount);
  }
}
