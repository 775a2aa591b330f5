package dev.tierbench.harness.http.plan;

import dev.tierbench.run.ServerDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The servers that can be measured, as the files of a folder describe them.
 *
 * @param byName in the order of the files' names
 */
public record Servers(Map<String, ServerDescriptor> byName) {

  /** What {@code --servers} calls all of them. */
  public static final String EVERY = "all";

  private static final String SUFFIX = ".yml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // A missing flag is false; a missing port is 0, which is refused.
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /**
   * Reads every descriptor of a folder.
   *
   * @throws IOException naming the file that cannot be read, and what is wrong with it
   */
  public static Servers read(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + " is missing: expected the descriptors of the servers there");
    }
    Map<String, ServerDescriptor> servers = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(SUFFIX)).sorted().toList()) {
        String name = file.getFileName().toString();
        servers.put(name.substring(0, name.length() - SUFFIX.length()), descriptor(file));
      }
    }
    return new Servers(servers);
  }

  private static ServerDescriptor descriptor(Path file) throws IOException {
    try {
      return YAML.readValue(Files.readString(file), ServerDescriptor.class);
    } catch (JacksonException e) {
      throw new IOException(file + ": " + e.getOriginalMessage(), e);
    }
  }

  /** The names of those that are compared when none are named. */
  public List<String> standard() {
    return byName.keySet().stream().filter(name -> byName.get(name).standard()).toList();
  }

  public ServerDescriptor get(String name) {
    return byName.get(name);
  }

  /**
   * The full name of a server.
   *
   * @param text its name or alias
   * @throws IllegalArgumentException naming those that there are
   */
  public String named(String text) {
    return byName.entrySet().stream()
        .filter(server ->
            server.getKey().equals(text)
                || server.getValue().alias().filter(text::equals).isPresent())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown server '"
                    + text
                    + "': expected one of "
                    + byName.entrySet().stream()
                        .map(Servers::label)
                        .collect(Collectors.joining(", "))
                    + ", or "
                    + EVERY));
  }

  private static String label(Map.Entry<String, ServerDescriptor> server) {
    return server
        .getValue()
        .alias()
        .map(a -> a + " (" + server.getKey() + ")")
        .orElse(server.getKey());
  }
}
