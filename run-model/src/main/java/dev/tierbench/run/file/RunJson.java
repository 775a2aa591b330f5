package dev.tierbench.run.file;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes the JSON of a run folder. Thread-safe. */
public final class RunJson {

  private static final int DEEPEST = 64;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .addModule(new FiniteNumbers())
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
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
      return member.getRawType() != Optional.class && !member.hasAnnotation(EmptyWhenMissing.class);
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
   * @throws JacksonException when a component is missing or null, and is neither an {@link
   *     Optional} nor {@link EmptyWhenMissing}
   */
  public static <T extends Record> T completeFromTree(JsonNode json, Class<T> type) {
    return COMPLETE.treeToValue(json, type);
  }

  /** Parses a record; unknown fields, which a later version may have added, are passed over. */
  public static <T> T parse(String json, Class<T> type) {
    return MAPPER.readValue(json, type);
  }

  /**
   * Reads a record, which lacks no part, in a line that another program sent.
   *
   * @throws IOException that shows the line when it is not such a record
   */
  public static <T> T parseLine(String line, Class<T> type) throws IOException {
    return complete("a line", () -> COMPLETE.readValue(line, type), line);
  }

  /**
   * Reads a value, which lacks no part, in JSON that another program sent.
   *
   * @throws IOException that shows the JSON when it is not such a value
   */
  public static <T> T parsePart(JsonNode json, Class<T> type) throws IOException {
    return complete("a value", () -> COMPLETE.treeToValue(json, type), json);
  }

  private static <T> T complete(String what, Supplier<T> reader, Object shown) throws IOException {
    String place = "";
    try {
      T value = reader.get();
      if (value != null) {
        return value;
      }
    } catch (JacksonException e) {
      String path = path(e);
      place = path.isEmpty() ? "" : " at '" + TerminalText.line(path) + "'";
    }
    throw new IOException(
        what + " cannot be read" + place + ": " + TerminalText.line(shown.toString()));
  }

  /** The name of a component of a record in JSON. */
  public static String fieldName(RecordComponent component) {
    JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
    return named != null
        ? named.value()
        : component.getName().replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  /**
   * Parses JSON of no fixed form.
   *
   * @throws JacksonException also when a number is beyond what a double holds
   */
  public static JsonNode parse(String json) {
    JsonNode tree = MAPPER.readTree(json);
    requireFinite("", tree);
    return tree;
  }

  /** A number such as 1e999 would be infinite in every value that is worked out from it. */
  private static void requireFinite(String path, JsonNode node) {
    if (node.isNumber() && !Double.isFinite(node.doubleValue())) {
      throw DatabindException.from(
          (JsonParser) null, "%s is %s: expected a finite number".formatted(path, node));
    }
    String prefix = path.isEmpty() ? "" : path + ".";
    node.properties().forEach(field -> requireFinite(prefix + field.getKey(), field.getValue()));
    if (node.isArray()) {
      node.forEach(element -> requireFinite(path, element));
    }
  }

  /**
   * Reads a record of a file, which lacks no part of it.
   *
   * @throws NoSuchFileException when there is none
   * @throws IOException with the file's name when it cannot be read or is not such a record
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      JsonNode tree = parse(RunFile.JSON.text(file));
      if (!tree.isObject()) {
        throw new IOException(
            file + " is not a " + type.getSimpleName() + ": expected a JSON object");
      }
      return COMPLETE.treeToValue(tree, type);
    } catch (JacksonException e) {
      throw new IOException(file + " is not a " + type.getSimpleName() + ": " + description(e), e);
    }
  }

  /** What is wrong with JSON and where, without the library's account of itself. */
  public static String description(JacksonException e) {
    String path = path(e);
    String message =
        e.getOriginalMessage()
            .replaceFirst("^Cannot construct instance of .*?, problem: ", "")
            .replaceFirst("(?s) *\\((?:[^()]* )?at \\[Source.*$", "")
            .replaceFirst("(?s)^Trailing token .*", "there is more after its end")
            .replaceFirst(", from `StreamReadConstraints[^`]*`", "");
    return path.isEmpty() ? message : path + ": " + message;
  }

  /** The fields on the way to what is wrong; empty at the root. */
  private static String path(JacksonException e) {
    return e.getPath().stream()
        .map(JacksonException.Reference::getPropertyName)
        .filter(Objects::nonNull)
        .collect(Collectors.joining("."));
  }

  /** Writes a record so that a reader sees the old file or the new one, never a part. */
  public static void write(Path file, Object value) {
    write(file, toJson(value) + "\n");
  }

  /** Writes a text as {@link WholeFile} does. */
  public static void write(Path file, String text) {
    try {
      WholeFile.write(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
