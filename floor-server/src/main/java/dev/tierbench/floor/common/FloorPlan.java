package dev.tierbench.floor.common;

import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.Settings;
import dev.tierbench.server.reactor.Transport;
import java.util.Optional;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * The settings of a floor.
 *
 * @param model as {@code /settings} names it
 * @param eventLoops threads of server and client together
 * @param acceptCount the backlog
 */
public record FloorPlan(
    String model,
    String address,
    int port,
    Transport transport,
    int eventLoops,
    int acceptCount,
    EchoSettings echo) {

  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  /**
   * The text of {@code /settings}; there is no Spring to name a version of.
   *
   * @param client its limits in force
   * @param version of the library, which is server and client
   */
  public String settings(Settings.Client client, String version) {
    Settings.Server server =
        new Settings.Server(
            transport.id(),
            Optional.of(eventLoops),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            acceptCount,
            Settings.NO_LIMIT,
            Settings.NO_LIMIT);
    return JSON.writeValueAsString(
        Settings.of(
            model,
            server,
            client,
            new Settings.Versions(Optional.empty(), Optional.empty(), version, version)));
  }
}
