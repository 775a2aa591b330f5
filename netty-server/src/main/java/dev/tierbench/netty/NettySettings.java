package dev.tierbench.netty;

import org.springframework.boot.context.properties.ConfigurationProperties;
import reactor.netty.resources.LoopResources;

/**
 * What Spring Boot has no setting for ({@code netty.*}).
 *
 * @param model the concurrency model, one of {@link Models#ALL}
 * @param eventLoops threads of server and client together; 0 for reactor-netty's own choice
 * @param acceptCount the backlog; the kernel cuts it to {@code net.core.somaxconn}
 */
@ConfigurationProperties("netty")
record NettySettings(String model, int eventLoops, int acceptCount) {

  NettySettings {
    InvalidSetting.unless(
        Models.ALL.contains(model),
        Models.PROPERTY,
        model,
        "one of " + String.join(", ", Models.ALL));
    InvalidSetting.unless(
        eventLoops >= 0,
        "netty.event-loops",
        eventLoops,
        "a number from 1, or 0 for reactor-netty's own choice");
    InvalidSetting.unless(acceptCount > 0, "netty.accept-count", acceptCount, "a number from 1");
    if (eventLoops == 0) {
      eventLoops = LoopResources.DEFAULT_IO_WORKER_COUNT;
    }
  }
}
