package dev.tierbench.database.netty;

import dev.tierbench.server.Settings;
import dev.tierbench.server.database.DatabaseSettings;
import dev.tierbench.server.jdbc.JdbcDatabaseClient;
import dev.tierbench.server.r2dbc.R2dbcDatabaseClient;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.server.spring.reactor.BoundServer;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The settings in force, read from the listening channel, the event loops and the client. */
@RestController
record SettingsController(BoundServer server, DatabaseSettings database, NettySettings settings) {

  @GetMapping(path = "/settings", produces = MediaType.APPLICATION_JSON_VALUE)
  Settings reported() {
    String model = settings.model();
    return Settings.of(
        model,
        server.settings(Optional.empty()),
        database.reported(),
        SpringServerConfiguration.versions(
            ReactorNetty.VERSION,
            Models.blocks(model) ? JdbcDatabaseClient.VERSION : R2dbcDatabaseClient.VERSION));
  }
}
