package dev.tierbench.report.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Markdown page with tables between markers, which are made from kept results. */
public final class DocsPage {

  private static final String BEGIN = "<!-- table: ";
  private static final String END = "<!-- end of table -->";
  private static final Pattern TABLE =
      Pattern.compile(
          Pattern.quote(BEGIN) + "(.*?) -->\n(.*?)" + Pattern.quote(END), Pattern.DOTALL);

  private DocsPage() {}

  /**
   * The text of a page with every table made anew.
   *
   * @throws IOException when the page or a kept result cannot be read, or a marker cannot be used
   */
  public static String withTables(Path page) throws IOException {
    String text = Files.readString(page);
    Matcher tables = TABLE.matcher(text);
    StringBuilder made = new StringBuilder();
    int count = 0;
    while (tables.find()) {
      String marker = tables.group(1);
      String lines = String.join("\n", table(page, marker));
      tables.appendReplacement(
          made, Matcher.quoteReplacement(BEGIN + marker + " -->\n" + lines + "\n" + END));
      count++;
    }
    if (text.split(Pattern.quote(BEGIN), -1).length - 1 != count) {
      throw new IOException(page + ": a table marker has no line '" + END + "' after it");
    }
    return tables.appendTail(made).toString();
  }

  private static List<String> table(Path page, String marker) throws IOException {
    try {
      TableMarker table = TableMarker.parse(marker.replaceAll("\\s+", " "));
      Path csv = page.toAbsolutePath().resolveSibling(table.file());
      return KeptResult.read(csv, table).markdown(table);
    } catch (IllegalArgumentException e) {
      throw new IOException(page + ": " + e.getMessage(), e);
    }
  }
}
