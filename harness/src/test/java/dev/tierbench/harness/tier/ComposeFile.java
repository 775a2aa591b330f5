package dev.tierbench.harness.tier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A file of compose with its anchors, merges and variables resolved, as compose reads it. */
record ComposeFile(Map<String, Service> services) {

  /** Every server takes several shared parts: more than the 50 that a parser allows by itself. */
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setMaxAliasesForCollections(500).build();

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+):-([^}]*)}");

  /** One service; what it does not have is empty. */
  record Service(Map<String, Object> fields) {

    List<?> list(String field) {
      return (List<?>) fields.getOrDefault(field, List.of());
    }

    Map<?, ?> map(String field) {
      return (Map<?, ?>) fields.getOrDefault(field, Map.of());
    }

    String text(String field) {
      return String.valueOf(fields.getOrDefault(field, ""));
    }

    /** The options of its JVM. */
    List<?> jvmOptions() {
      return list("entrypoint").stream().filter(word -> word.toString().startsWith("-X")).toList();
    }
  }

  /**
   * Reads a file of the repository.
   *
   * @param settings of its variables; the others have their defaults
   */
  static ComposeFile read(String name, Map<String, String> settings) throws IOException {
    String text =
        VARIABLE
            .matcher(Files.readString(Path.of("..", name)))
            .replaceAll(variable ->
                Matcher.quoteReplacement(
                    settings.getOrDefault(variable.group(1), variable.group(2))));
    Map<?, ?> file = (Map<?, ?>) merged(new Load(SETTINGS).loadFromString(text));
    Map<String, Service> services = new LinkedHashMap<>();
    ((Map<?, ?>) file.get("services"))
        .forEach((service, fields) ->
            services.put(service.toString(), new Service(named((Map<?, ?>) fields))));
    return new ComposeFile(services);
  }

  /** The variables of a file of the repository, with their defaults in it. */
  static Map<String, String> defaults(String name) throws IOException {
    Map<String, String> defaults = new LinkedHashMap<>();
    VARIABLE
        .matcher(Files.readString(Path.of("..", name)))
        .results()
        .forEach(variable -> defaults.put(variable.group(1), variable.group(2)));
    return defaults;
  }

  /** The variables that {@code .env} sets. */
  static Map<String, String> environment() throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of("../.env"))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split("=", 2);
        values.put(parts[0], parts[1]);
      }
    }
    return values;
  }

  private static Object merged(Object node) {
    if (node instanceof List<?> list) {
      return list.stream().map(ComposeFile::merged).toList();
    }
    if (!(node instanceof Map<?, ?> map)) {
      return node;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    if (map.get("<<") instanceof Map<?, ?> base) {
      all.putAll(named((Map<?, ?>) merged(base)));
    }
    map.forEach((key, value) -> {
      if (!key.equals("<<")) {
        all.put(key.toString(), merged(value));
      }
    });
    return all;
  }

  private static Map<String, Object> named(Map<?, ?> map) {
    Map<String, Object> named = new LinkedHashMap<>();
    map.forEach((key, value) -> named.put(key.toString(), value));
    return named;
  }
}
