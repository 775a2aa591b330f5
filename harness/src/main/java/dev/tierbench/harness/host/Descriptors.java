package dev.tierbench.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads a folder of descriptors: {@code NAME.yml}, one for each thing that can be measured. */
public final class Descriptors {

  public static final String SUFFIX = ".yml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // A missing flag is false, a missing number 0: the records refuse what they need.
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private Descriptors() {}

  /**
   * All of them, in the order of the files' names.
   *
   * @throws IOException naming the file that cannot be read, and what is wrong with it
   */
  public static <T> Map<String, T> read(Path folder, Class<T> type) throws IOException {
    Map<String, T> byName = new LinkedHashMap<>();
    for (Path file : files(folder)) {
      byName.put(name(file), one(file, type));
    }
    return byName;
  }

  /** The files of a folder, in the order of their names; as above. */
  public static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + " is missing: expected descriptors there, NAME" + SUFFIX);
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(path -> path.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }

  /** What a file describes: its name without the suffix. */
  public static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - SUFFIX.length());
  }

  /** A single one; as above. */
  public static <T> T one(Path file, Class<T> type) throws IOException {
    try {
      return YAML.readValue(Files.readString(file), type);
    } catch (JacksonException e) {
      throw new IOException(file + ": " + e.getOriginalMessage(), e);
    }
  }
}
