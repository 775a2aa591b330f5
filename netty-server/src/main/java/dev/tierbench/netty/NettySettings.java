package dev.tierbench.netty;

import dev.tierbench.server.InvalidSetting;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The setting {@code netty.model}.
 *
 * @param model the concurrency model, one of {@link Models#ALL}
 */
@ConfigurationProperties("netty")
record NettySettings(String model) {

  NettySettings {
    InvalidSetting.unless(
        Models.ALL.contains(model),
        Models.PROPERTY,
        model,
        "one of " + String.join(", ", Models.ALL));
  }
}
