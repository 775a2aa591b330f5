package dev.tierbench.netty;

import dev.tierbench.server.blocking.BlockingEchoClient;
import dev.tierbench.server.reactor.ReactiveEchoClient;
import dev.tierbench.server.spring.EchoSettingsConfiguration;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.server.spring.reactor.ReactorServerConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;

/** The server under test of the reactive model; every setting is in {@code application.yml}. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import({
  SpringServerConfiguration.class,
  ReactorServerConfiguration.class,
  EchoSettingsConfiguration.class,
  BlockingEchoClient.class,
  ReactiveEchoClient.class
})
class NettyServer {
  public static void main(String[] args) {
    SpringApplication.run(NettyServer.class, args);
  }
}
