package dev.tierbench.suite.worker;

import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Writes maps, iterables, texts, numbers, truth values and null as JSON on one line; an empty
 * optional is null, and so is a number that JSON does not know.
 */
public final class Json {

  private final StringBuilder out = new StringBuilder();

  private Json() {}

  public static String of(Object value) {
    Json json = new Json();
    json.write(value);
    return json.out.toString();
  }

  private void write(Object value) {
    switch (value) {
      case null -> out.append("null");
      case Optional<?> optional -> write(optional.orElse(null));
      case OptionalInt optional -> write(optional.isPresent() ? optional.getAsInt() : null);
      case OptionalLong optional -> write(optional.isPresent() ? optional.getAsLong() : null);
      case Boolean truth -> out.append(truth);
      case Double number -> out.append(Double.isFinite(number) ? number.toString() : "null");
      case Number number -> out.append(number);
      case CharSequence text -> text(text);
      case Map<?, ?> map -> object(map);
      case Iterable<?> items -> array(items);
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private void object(Map<?, ?> map) {
    out.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      text(entry.getKey().toString());
      out.append(':');
      write(entry.getValue());
      separate(entries);
    }
    out.append('}');
  }

  private void array(Iterable<?> items) {
    out.append('[');
    Iterator<?> rest = items.iterator();
    while (rest.hasNext()) {
      write(rest.next());
      separate(rest);
    }
    out.append(']');
  }

  private void separate(Iterator<?> rest) {
    if (rest.hasNext()) {
      out.append(',');
    }
  }

  private void text(CharSequence text) {
    out.append('"');
    text.chars().forEach(this::character);
    out.append('"');
  }

  private void character(int code) {
    switch (code) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        // Half of a pair is no character: an encoder would replace it by a question mark.
        if (code < ' ' || Character.isSurrogate((char) code)) {
          out.append(String.format(Locale.ROOT, "\\u%04x", code));
        } else {
          out.append((char) code);
        }
      }
    }
  }
}
