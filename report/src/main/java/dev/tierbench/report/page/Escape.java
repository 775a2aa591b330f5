package dev.tierbench.report.page;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes text safe where it stands in HTML. */
public final class Escape {

  /**
   * What may end a script element, line separators of JavaScript, and marks that turn text around
   * for who reads the source.
   */
  private static final Pattern UNSAFE_JSON = Pattern.compile("[<>&\u2028\u2029\\p{Cf}]");

  private Escape() {}

  /** JSON that cannot end the script element that holds it; still the same JSON. */
  static String json(String json) {
    return UNSAFE_JSON
        .matcher(json)
        .replaceAll(unsafe ->
            unsafe.group().chars().mapToObj("\\\\u%04x"::formatted).collect(Collectors.joining()));
  }

  /** Text of an element or an attribute of HTML or SVG. */
  public static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;")
        .replaceAll("\\p{Cc}", " ");
  }
}
