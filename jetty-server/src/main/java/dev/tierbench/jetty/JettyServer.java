package dev.tierbench.jetty;

import dev.tierbench.server.blocking.BlockingEchoClient;
import dev.tierbench.server.spring.EchoSettingsConfiguration;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.server.spring.ThreadCalls;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The blocking model on Jetty in place of Tomcat; every setting is in {@code application.yml}. */
@SpringBootApplication(
    proxyBeanMethods = false,
    scanBasePackages = {"dev.tierbench.jetty", "dev.tierbench.servlet"})
@Import({
  SpringServerConfiguration.class,
  ThreadCalls.class,
  EchoSettingsConfiguration.class,
  BlockingEchoClient.class
})
class JettyServer {
  public static void main(String[] args) {
    SpringApplication.run(JettyServer.class, args);
  }
}
