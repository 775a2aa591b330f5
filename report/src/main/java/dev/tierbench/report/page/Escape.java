package dev.tierbench.report.page;

/** Makes text safe where it stands in HTML. */
public final class Escape {
  private Escape() {}

  /** JSON that cannot end the script element that holds it; still the same JSON. */
  static String json(String json) {
    StringBuilder safe = new StringBuilder(json.length() + json.length() / 16);
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c == '<' || c == '>' || c == '&' || isUnseen(c)) {
        safe.append("\\u%04x".formatted((int) c));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  /** Line separators of JavaScript, and marks that turn text around for who reads the source. */
  private static boolean isUnseen(char c) {
    return c == '\u2028' || c == '\u2029' || Character.getType(c) == Character.FORMAT;
  }

  /** Text of an element or an attribute of HTML or SVG. */
  public static String html(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '&' -> safe.append("&amp;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(Character.isISOControl(c) ? ' ' : c);
      }
    }
    return safe.toString();
  }
}
