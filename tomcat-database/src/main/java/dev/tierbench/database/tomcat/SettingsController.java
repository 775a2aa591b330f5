package dev.tierbench.database.tomcat;

import dev.tierbench.server.Settings;
import dev.tierbench.server.database.DatabaseSettings;
import dev.tierbench.server.jdbc.JdbcDatabaseClient;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.server.spring.tomcat.TomcatConnector;
import java.util.Optional;
import org.apache.catalina.util.ServerInfo;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The settings in force, read from the running connector, its threads and the client. */
@RestController
record SettingsController(TomcatConnector connector, DatabaseSettings database) {

  @GetMapping(path = "/settings", produces = MediaType.APPLICATION_JSON_VALUE)
  Settings settings() {
    return Settings.of(
        connector.model(),
        connector.settings(Optional.empty()),
        database.reported(),
        SpringServerConfiguration.versions(ServerInfo.getServerInfo(), JdbcDatabaseClient.VERSION));
  }
}
