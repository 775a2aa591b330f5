package dev.tierbench.run.file;

import java.util.stream.Collectors;

/**
 * Makes text that somebody else chose safe to print: a terminal obeys control characters, and marks
 * that turn the direction of writing show one text for another. Each stands as an escape, such as
 * {@code \u001b}.
 */
public final class TerminalText {

  private static final int LONGEST_LINE = 300;

  private TerminalText() {}

  /** The text with an escape in place of each character that is not seen as itself. */
  public static String escaped(String text) {
    if (text.codePoints().allMatch(TerminalText::isVisible)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(character ->
            escaped.append(
                isVisible(character) ? Character.toString(character) : escape(character)));
    return escaped.toString();
  }

  /** The lines of a text, each escaped. */
  public static String lines(String text) {
    return text.lines().map(TerminalText::escaped).collect(Collectors.joining("\n"));
  }

  /** The text on one line of bounded length. */
  public static String line(String text) {
    String line = escaped(text.strip());
    return line.length() <= LONGEST_LINE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, lastWhole(line))) + " ...";
  }

  /** Number of characters that fit without cutting one of two code units. */
  private static int lastWhole(String line) {
    int units =
        Character.isHighSurrogate(line.charAt(LONGEST_LINE - 1)) ? LONGEST_LINE - 1 : LONGEST_LINE;
    return line.codePointCount(0, units);
  }

  private static boolean isVisible(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  /** Escapes as JSON does, so that JSON stays what it is. */
  private static String escape(int character) {
    return switch (character) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default ->
          Character.toString(character)
              .chars()
              .mapToObj("\\u%04x"::formatted)
              .collect(Collectors.joining());
    };
  }
}
