package dev.tierbench.harness.preflight;

import dev.tierbench.run.IoFunction;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.InputTree;
import dev.tierbench.run.file.InvalidInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Reads a folder of descriptors: {@code NAME.yml}, one for each thing that can be measured. */
public final class Descriptors {

  public static final String SUFFIX = ".yml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          // A missing flag is false, a missing number 0: the records refuse what they need.
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private Descriptors() {}

  /**
   * All of them, in the order of the files' names.
   *
   * @throws IOException naming the file that cannot be read, and what is wrong with it
   */
  public static <T> Map<String, T> read(Path folder, IoFunction<Path, T> reader)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InvalidInput(folder, "is missing: expected descriptors there, NAME" + SUFFIX);
    }
    Map<String, T> byName = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(SUFFIX)).sorted().toList()) {
        byName.put(name(file), reader.apply(file));
      }
    }
    return byName;
  }

  /** The suites of a folder; as above. */
  public static Map<String, SuiteDescriptor> suites(Path folder) throws IOException {
    return read(folder, file -> one(file, SuiteDescriptor.class));
  }

  /** Whether that can be the name of something described: of lower-case letters, digits and -. */
  public static boolean isName(String name) {
    return name.matches("[a-z][a-z0-9-]*");
  }

  /** What a file describes: its name without the suffix. */
  public static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - SUFFIX.length());
  }

  /** A single one; as above. */
  public static <T> T one(Path file, Class<T> type) throws IOException {
    return InputTree.read(file, type, YAML, Descriptors::isReference);
  }

  private static boolean isReference(JsonParser parser) {
    return parser.getObjectId() != null
        || (parser instanceof YAMLParser yaml && yaml.isCurrentAlias());
  }
}
