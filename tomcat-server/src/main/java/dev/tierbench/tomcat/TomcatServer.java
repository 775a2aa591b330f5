package dev.tierbench.tomcat;

import dev.tierbench.server.blocking.BlockingEchoClient;
import dev.tierbench.server.spring.EchoSettingsConfiguration;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.server.spring.tomcat.TomcatServerConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The server under test of the blocking model; every setting is in {@code application.yml}. */
@SpringBootApplication(
    proxyBeanMethods = false,
    scanBasePackages = {"dev.tierbench.tomcat", "dev.tierbench.servlet"})
@Import({
  SpringServerConfiguration.class,
  TomcatServerConfiguration.class,
  EchoSettingsConfiguration.class,
  BlockingEchoClient.class
})
class TomcatServer {
  public static void main(String[] args) {
    SpringApplication.run(TomcatServer.class, args);
  }
}
