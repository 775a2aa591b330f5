package dev.tierbench.netty;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The server under test of the reactive model; every setting is in {@code application.yml}. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
class NettyServer {
  public static void main(String[] args) {
    SpringApplication.run(NettyServer.class, args);
  }
}
