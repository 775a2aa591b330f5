package dev.tierbench.tomcat;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The server under test of the blocking model; every setting is in {@code application.yml}. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
class TomcatServer {
  public static void main(String[] args) {
    SpringApplication.run(TomcatServer.class, args);
  }
}
