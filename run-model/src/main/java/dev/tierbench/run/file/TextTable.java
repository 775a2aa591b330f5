package dev.tierbench.run.file;

import dev.tierbench.run.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table for a terminal or for Markdown: columns of numbers stand to the right, others to the
 * left. What cells hold is safe to print: neither a terminal nor Markdown takes it for more than
 * text.
 */
public record TextTable(List<String> head, List<List<String>> rows) {

  /** What stands for a value that was not measured. */
  public static final String NOT_MEASURED = "–";

  /** A number, with a sign or a unit of it, also one of several ({@code 0.59 of 2}). */
  private static final Pattern NUMBER =
      Pattern.compile("[-+±×]?[\\d,.]+(e[-+]?\\d+)?( ?%)?( of \\d+)?|[±×]?∞|" + NOT_MEASURED + "|");

  private static final Collector<CharSequence, ?, String> JOINED =
      Collectors.joining(" | ", "| ", " |");

  public TextTable {
    head = List.copyOf(head);
    rows = rows.stream().map(List::copyOf).toList();
    int columns = head.size();
    for (List<String> row : rows) {
      Require.that(
          row.size() == columns, () -> "a row of " + row.size() + " cells under " + columns);
    }
  }

  /** The same without a column. */
  public TextTable without(String column) {
    int gone = head.indexOf(column);
    return new TextTable(
        without(head, gone), rows.stream().map(row -> without(row, gone)).toList());
  }

  private static List<String> without(List<String> cells, int gone) {
    List<String> rest = new ArrayList<>(cells);
    rest.remove(gone);
    return rest;
  }

  /** The lines for a terminal. */
  public List<String> text() {
    List<List<String>> all =
        Stream.concat(Stream.of(head), rows.stream())
            .map(row -> row.stream().map(TerminalText::escaped).toList())
            .toList();
    int[] widths =
        IntStream.range(0, head.size())
            .map(i -> all.stream().mapToInt(row -> length(row.get(i))).max().orElse(0))
            .toArray();
    Set<Integer> left = textColumns();
    return all.stream().map(row -> aligned(row, widths, left)).toList();
  }

  private static String aligned(List<String> row, int[] widths, Set<Integer> left) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - length(row.get(i)));
      line.append(i == 0 ? "" : "  ");
      line.append(left.contains(i) ? row.get(i) + padding : padding + row.get(i));
    }
    return line.toString().stripTrailing();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  /** The columns that hold anything but numbers. */
  private Set<Integer> textColumns() {
    return IntStream.range(0, head.size())
        .filter(i -> rows.stream().anyMatch(row -> !NUMBER.matcher(row.get(i)).matches()))
        .boxed()
        .collect(Collectors.toSet());
  }

  /** The lines for Markdown. */
  public List<String> markdown() {
    Set<Integer> left = textColumns();
    List<String> lines = new ArrayList<>();
    lines.add(markdown(head));
    lines.add(
        IntStream.range(0, head.size())
            .mapToObj(i -> left.contains(i) ? "---" : "---:")
            .collect(JOINED));
    rows.forEach(row -> lines.add(markdown(row)));
    return lines;
  }

  private static String markdown(List<String> cells) {
    return cells.stream().map(MarkdownText::escaped).collect(JOINED);
  }
}
