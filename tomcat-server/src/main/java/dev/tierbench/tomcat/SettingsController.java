package dev.tierbench.tomcat;

import dev.tierbench.server.Settings;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.server.spring.tomcat.TomcatConnector;
import dev.tierbench.servlet.Echo;
import dev.tierbench.servlet.WebClientEcho;
import org.apache.catalina.util.ServerInfo;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The settings in force, read from the running connector, its threads and the client. */
@RestController
record SettingsController(TomcatConnector connector, Echo echo) {

  @GetMapping(path = "/settings", produces = MediaType.APPLICATION_JSON_VALUE)
  Settings settings() {
    return Settings.of(
        echo instanceof WebClientEcho ? "tomcat-webclient" : connector.model(),
        connector.settings(echo.eventLoops()),
        echo.settings(),
        SpringServerConfiguration.versions(ServerInfo.getServerInfo(), echo.version()));
  }
}
