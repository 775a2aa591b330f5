package dev.tierbench.run.file;

import java.util.regex.Pattern;

/**
 * Makes text that somebody else chose safe in Markdown: nothing in it is markup or a link, and
 * nobody is mentioned.
 */
public final class MarkdownText {

  /** An underscore inside a word is none. */
  private static final Pattern MARKUP =
      Pattern.compile("[\\\\`*\\[\\]|~$&#]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|<(?=[A-Za-z/!?])|^>");

  /** What begins an item of a list or a heading where it begins a line. */
  private static final Pattern BEGINS_BLOCK = Pattern.compile("^(\\d{0,9})([-+=.)])(?=[\\s=-]|$)");

  /** An invisible character behind it keeps a host of repositories from making a link of it. */
  private static final String NO_LINK = "&#8203;";

  private MarkdownText() {}

  /** The text as it is read, wherever on a line it stands. */
  public static String escaped(String text) {
    String plain = MARKUP.matcher(TerminalText.escaped(text)).replaceAll("\\\\$0");
    return BEGINS_BLOCK
        .matcher(plain)
        .replaceFirst("$1\\\\$2")
        .replaceAll("@(?=\\w)|#(?=\\d)|:(?=//)|(?i)\\bwww(?=\\.)", "$0" + NO_LINK);
  }

  /** The text on one line in letters of even width. */
  public static String code(String text) {
    return "`" + TerminalText.line(text).replace("`", "'") + "`";
  }
}
