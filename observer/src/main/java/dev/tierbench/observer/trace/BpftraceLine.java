package dev.tierbench.observer.trace;

import dev.tierbench.run.RunJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One line of {@code bpftrace -f json}. */
sealed interface BpftraceLine {

  /** Text that the program printed, without its line break. */
  record Text(String text) implements BpftraceLine {}

  /** A map with whole numbers as values; a scalar has the key {@code ""}. */
  record MapDump(String name, Map<String, Long> entries) implements BpftraceLine {}

  /** Events that the program produced and nobody read. */
  record Lost(long events) implements BpftraceLine {}

  /**
   * The line's content; empty of another type, and when it is not JSON of bpftrace, such as the
   * tail of a killed one.
   */
  static Optional<BpftraceLine> parse(String line) {
    if (line.isBlank()) {
      return Optional.empty();
    }
    try {
      JsonNode json = RunJson.parse(line);
      String type = json.path("type").asString("");
      JsonNode data = json.path("data");
      return switch (type) {
        case "" -> Optional.empty();
        case "printf" -> Optional.of(new Text(data.asString("").stripTrailing()));
        case "map" -> Optional.of(mapOf(data));
        case "lost_events" -> Optional.of(new Lost(data.path("events").asLong()));
        default -> Optional.empty();
      };
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static MapDump mapOf(JsonNode data) {
    Map.Entry<String, JsonNode> map = data.properties().iterator().next();
    Map<String, Long> entries = new LinkedHashMap<>();
    if (map.getValue().isObject()) {
      map.getValue().properties().forEach(e -> entries.put(e.getKey(), e.getValue().asLong()));
    } else {
      entries.put("", map.getValue().asLong());
    }
    return new MapDump(map.getKey(), entries);
  }
}
