package dev.tierbench.servlet;

import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.blocking.BlockingEchoClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The client towards echo, by the setting {@code echo.client}. */
@Configuration(proxyBeanMethods = false)
class EchoConfiguration {

  private static final String HTTP_CLIENT = "httpclient";
  private static final String WEB_CLIENT = "webclient";

  @Bean
  Echo echo(
      @Value("${echo.client}") String client,
      EchoSettings settings,
      ObjectProvider<BlockingEchoClient> blocking) {
    InvalidSetting.unless(
        client.equals(HTTP_CLIENT) || client.equals(WEB_CLIENT),
        "echo.client",
        client,
        HTTP_CLIENT + " or " + WEB_CLIENT);
    return client.equals(WEB_CLIENT)
        ? new WebClientEcho(settings)
        : new HttpClientEcho(blocking.getObject());
  }
}
