package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes the JSON of a run folder. Thread-safe. */
public final class RunJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(tools.jackson.databind.MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private static final JsonMapper COMPLETE =
      MAPPER
          .rebuild()
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .annotationIntrospector(new RequiredUnlessOptional())
          .build();

  private RunJson() {}

  private static final class RequiredUnlessOptional extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
      return member.getRawType() != Optional.class;
    }
  }

  /** The JSON text of a record, indented. */
  public static String toJson(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** The JSON text of a record on one line. */
  public static String toJsonLine(Object value) {
    return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
  }

  /** A value as JSON that is a part of another. */
  public static JsonNode toTree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** The value of JSON that is a part of another; as {@link #parse(String, Class)}. */
  public static <T> T fromTree(JsonNode json, Class<T> type) {
    return MAPPER.treeToValue(json, type);
  }

  /**
   * The record in JSON that may lack a part, as a file that was cut or edited does. A number that
   * is not there is refused, where the other methods read it as 0.
   *
   * @throws JacksonException when a component is missing or null and not an {@link Optional}
   */
  public static <T extends Record> T completeFromTree(JsonNode json, Class<T> type) {
    return COMPLETE.treeToValue(json, type);
  }

  /** Parses a record; unknown fields, which a later version may have added, are passed over. */
  public static <T> T parse(String json, Class<T> type) {
    return MAPPER.readValue(json, type);
  }

  /** The name of a component of a record in JSON. */
  static String fieldName(RecordComponent component) {
    JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
    return named != null
        ? named.value()
        : component.getName().replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  /** Parses JSON of no fixed form. */
  public static JsonNode parse(String json) {
    return MAPPER.readTree(json);
  }

  /**
   * Reads a record of a file.
   *
   * @throws IOException with the file's name when it is missing or not such a record
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      return MAPPER.readValue(Files.readString(file), type);
    } catch (JacksonException e) {
      throw new IOException(
          file + " is not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
    }
  }

  /** Writes a record so that a reader sees the old file or the new one, never a part. */
  public static void write(Path file, Object value) {
    write(file, toJson(value) + "\n");
  }

  /** Writes a text so that a reader sees the old file or the new one, never a part. */
  public static void write(Path file, String text) {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(temporary, text);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      deletePart(temporary, e);
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private static void deletePart(Path temporary, IOException why) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }
}
