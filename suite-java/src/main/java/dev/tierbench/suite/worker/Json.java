package dev.tierbench.suite.worker;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Writes maps, collections, texts, numbers, truth values and null as JSON on one line; an empty
 * optional is null, and so is a number that JSON does not have.
 */
final class Json {

  private Json() {}

  static String of(Object value) {
    return switch (value) {
      case null -> "null";
      case OptionalInt number -> number.isPresent() ? of(number.getAsInt()) : "null";
      case OptionalLong number -> number.isPresent() ? of(number.getAsLong()) : "null";
      case Double number when !Double.isFinite(number) -> "null";
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      case CharSequence text ->
          text.chars().mapToObj(Json::character).collect(joining("", "\"", "\""));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> of(entry.getKey().toString()) + ":" + of(entry.getValue()))
              .collect(joining(",", "{", "}"));
      case Collection<?> items -> items.stream().map(Json::of).collect(joining(",", "[", "]"));
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    };
  }

  private static String character(int code) {
    return switch (code) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      // Half of a pair is no character: an encoder would replace it by a question mark.
      default ->
          code < ' ' || Character.isSurrogate((char) code)
              ? String.format(Locale.ROOT, "\\u%04x", code)
              : Character.toString(code);
    };
  }
}
