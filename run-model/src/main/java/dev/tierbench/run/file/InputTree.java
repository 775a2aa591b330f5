package dev.tierbench.run.file;

import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A text that a person wrote, YAML or JSON, with the line of each field: the one place where errors
 * of its form are worded.
 */
public final class InputTree {

  private static final int DEEPEST = 16;
  private static final int LONGEST_VALUE = 60;

  private final Path file;
  private final ObjectMapper mapper;
  private final Predicate<JsonParser> isReference;
  private final Map<String, Integer> lines = new HashMap<>();
  private final String text;

  private InputTree(
      Path file, String text, ObjectMapper mapper, Predicate<JsonParser> isReference) {
    this.file = file;
    this.text = text;
    this.mapper = mapper;
    this.isReference = isReference;
  }

  /**
   * The record that a file describes.
   *
   * @param mapper of the file's format
   * @param isReference whether a parser is at an anchor or an alias, by which a text of a few lines
   *     may stand for millions
   * @throws InvalidInput saying where the file is wrong, and what was expected
   */
  public static <T> T read(
      Path file, Class<T> type, ObjectMapper mapper, Predicate<JsonParser> isReference)
      throws IOException {
    InputTree input = new InputTree(file, InputFile.text(file), mapper, isReference);
    JsonNode tree = input.tree();
    input.requireKnown(tree, type, "");
    try {
      return mapper.treeToValue(tree, type);
    } catch (JacksonException e) {
      throw input.wrong(e, type, tree);
    }
  }

  /**
   * The fields of a JSON file of no fixed form.
   *
   * @throws InvalidInput saying where it is none
   */
  public static JsonNode readJson(Path file, ObjectMapper mapper) throws IOException {
    return new InputTree(file, InputFile.text(file), mapper, parser -> false).tree();
  }

  private JsonNode tree() throws InvalidInput {
    try (JsonParser parser = mapper.createParser(text)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw new InvalidInput(
            file, first == null ? "is empty: expected fields" : "expected fields, 'name: value'");
      }
      JsonNode tree = value(parser, "", 0);
      if (parser.nextToken() != null) {
        throw new InvalidInput(file, line(parser), "expected the end of the file");
      }
      return tree;
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  private JsonNode value(JsonParser parser, String path, int depth) throws InvalidInput {
    if (isReference.test(parser)) {
      throw new InvalidInput(
          file, line(parser), "anchors (&name) and aliases (*name) are not read: repeat the value");
    }
    if (depth > DEEPEST) {
      throw new InvalidInput(file, line(parser), "is nested deeper than " + DEEPEST);
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> fields(parser, path, depth);
      case START_ARRAY -> elements(parser, path, depth);
      case VALUE_NUMBER_INT -> JsonNodeFactory.instance.numberNode(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> JsonNodeFactory.instance.numberNode(parser.getDoubleValue());
      case VALUE_TRUE, VALUE_FALSE ->
          JsonNodeFactory.instance.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> JsonNodeFactory.instance.nullNode();
      default -> JsonNodeFactory.instance.stringNode(parser.getString());
    };
  }

  private ObjectNode fields(JsonParser parser, String path, int depth) throws InvalidInput {
    ObjectNode fields = mapper.createObjectNode();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      String below = path.isEmpty() ? name : path + "." + name;
      if (fields.has(name)) {
        throw new InvalidInput(
            file,
            line(parser),
            "the field '" + below + "' is given twice: first in line " + lines.get(below));
      }
      lines.put(below, line(parser));
      parser.nextToken();
      fields.set(name, value(parser, below, depth + 1));
    }
    return fields;
  }

  private ArrayNode elements(JsonParser parser, String path, int depth) throws InvalidInput {
    ArrayNode elements = mapper.createArrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String below = path + "[" + elements.size() + "]";
      lines.put(below, line(parser));
      elements.add(value(parser, below, depth + 1));
    }
    return elements;
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  /** Words an error of the format itself: the library's own account speaks of its parser. */
  private InvalidInput malformed(JacksonException e) {
    int number = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
    List<String> all = text.lines().toList();
    for (int i = number; i <= Math.min(number + 1, all.size()); i++) {
      if (all.get(i - 1).matches("\\s*\t.*")) {
        return new InvalidInput(file, i, "begins with a tab: indent with spaces");
      }
    }
    return new InvalidInput(
        file,
        number,
        "cannot be read from here on: check quotes, brackets and indentation, found '"
            + shortened(number <= all.size() ? all.get(number - 1) : "")
            + "'");
  }

  private InvalidInput wrong(JacksonException e, Class<?> root, JsonNode tree) {
    List<Reference> path = e.getPath();
    String place = place(path);
    Optional<String> own = ownReason(e);
    if (own.isPresent()) {
      String named = fieldOf(own.get(), place);
      return at(named, (place.isEmpty() ? "" : place + ": ") + own.get());
    }
    return at(
        place,
        "invalid "
            + place
            + " '"
            + shortened(text(node(tree, path)))
            + "': expected "
            + InputType.at(root, path).map(InputType::expected).orElse("another value"));
  }

  private InvalidInput at(String place, String reason) {
    for (String known = place; !known.isEmpty(); known = above(known)) {
      if (lines.containsKey(known)) {
        return new InvalidInput(file, lines.get(known), reason);
      }
    }
    return new InvalidInput(file, reason);
  }

  private static String above(String place) {
    return place.substring(
        0, Math.max(0, Math.max(place.lastIndexOf('.'), place.lastIndexOf('['))));
  }

  /** What a record of ours says of its fields. */
  private static Optional<String> ownReason(Throwable e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause.getClass() == IllegalArgumentException.class) {
        return Optional.of(cause.getMessage());
      }
    }
    return Optional.empty();
  }

  /** The field of a record that a reason names, where it is in the file. */
  private String fieldOf(String reason, String place) {
    String prefix = place.isEmpty() ? "" : place + ".";
    for (String word : reason.split("[^A-Za-z0-9_]+", -1)) {
      if (lines.containsKey(prefix + word)) {
        return prefix + word;
      }
    }
    return place;
  }

  /**
   * Refuses fields that a record does not have, and elements without a value: our collections hold
   * none. Before the record itself, which would miss the field that was meant.
   */
  private void requireKnown(JsonNode node, Type type, String place) throws InvalidInput {
    List<String> known = InputType.fields(type);
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = field.getKey();
      String below = place.isEmpty() ? name : place + "." + name;
      if (!known.isEmpty() && !known.contains(name)) {
        throw at(
            below,
            "unknown field '%s'%s: expected one of %s"
                .formatted(below, InputType.didYouMean(name, known), String.join(", ", known)));
      }
      requireElement(field.getValue(), type, below);
      Optional<Type> of = InputType.below(type, name);
      if (of.isPresent()) {
        requireKnown(field.getValue(), of.get(), below);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      String below = place + "[" + i + "]";
      requireElement(node.get(i), type, below);
      requireKnown(node.get(i), InputType.below(type, "").orElse(type), below);
    }
  }

  private void requireElement(JsonNode element, Type collection, String place) throws InvalidInput {
    if (element.isNull() && InputType.needsElements(collection)) {
      throw at(place, "'" + place + "' is empty");
    }
  }

  private static JsonNode node(JsonNode tree, List<Reference> path) {
    JsonNode node = tree;
    for (Reference step : path) {
      node =
          step.getPropertyName() == null
              ? node.path(step.getIndex())
              : node.path(step.getPropertyName());
    }
    return node;
  }

  private static String place(List<Reference> path) {
    StringBuilder place = new StringBuilder();
    for (Reference step : path) {
      if (step.getPropertyName() == null) {
        place.append('[').append(step.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return place.toString();
  }

  private static String text(JsonNode node) {
    return node.isString() ? node.asString() : node.toString();
  }

  private static String shortened(String value) {
    String line = value.strip().replaceAll("[\\p{Cntrl}]", " ");
    return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE) + " ...";
  }
}
