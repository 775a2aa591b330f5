package example;

import io.vertx.core.VertxOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The command line. Fails with an {@link IllegalArgumentException} that names what is wrong. */
record Options(String address, int port, int eventLoops, URI echo, Duration timeout) {

  static Options of(String... arguments) {
    Map<String, String> values =
        new TreeMap<>(
            Map.of(
                "--address", "127.0.0.1",
                "--port", "8092",
                "--event-loops", Integer.toString(VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE),
                "--echo", "http://127.0.0.1:8081",
                "--timeout-ms", "5000"));
    for (String argument : arguments) {
      String[] option = argument.split("=", 2);
      if (option.length != 2 || values.replace(option[0], option[1]) == null) {
        throw new IllegalArgumentException(
            "invalid option '" + argument + "': expected options of " + values);
      }
    }
    return new Options(
        values.get("--address"),
        Integer.parseInt(values.get("--port")),
        Integer.parseInt(values.get("--event-loops")),
        URI.create(values.get("--echo")),
        Duration.ofMillis(Long.parseLong(values.get("--timeout-ms"))));
  }
}
