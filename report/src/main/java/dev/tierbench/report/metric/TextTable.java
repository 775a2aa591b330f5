package dev.tierbench.report.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table for a terminal or for Markdown.
 *
 * @param left the columns that are aligned to the left; numbers stand to the right
 */
public record TextTable(List<String> head, List<Integer> left, List<List<String>> rows) {

  public TextTable {
    head = List.copyOf(head);
    left = List.copyOf(left);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** The same without a column that is not one of {@link #left}. */
  public TextTable without(String column) {
    int gone = head.indexOf(column);
    return new TextTable(
        without(head, gone), left, rows.stream().map(row -> without(row, gone)).toList());
  }

  private static List<String> without(List<String> cells, int gone) {
    List<String> rest = new ArrayList<>(cells);
    rest.remove(gone);
    return rest;
  }

  public List<String> text() {
    List<List<String>> all = new ArrayList<>(List.of(head));
    all.addAll(rows);
    int[] widths =
        IntStream.range(0, head.size())
            .map(i -> all.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    return all.stream().map(row -> aligned(row, widths)).toList();
  }

  private String aligned(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : "  ");
      line.append(left.contains(i) ? row.get(i) + padding : padding + row.get(i));
    }
    return line.toString().stripTrailing();
  }

  public List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(markdown(head));
    lines.add(
        markdown(
            IntStream.range(0, head.size())
                .mapToObj(i -> left.contains(i) ? "---" : "---:")
                .toList()));
    rows.forEach(row -> lines.add(markdown(row)));
    return lines;
  }

  private static String markdown(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
