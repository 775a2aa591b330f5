package dev.tierbench.observer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Columns of text, as wide as their widest cell: the first {@code leftAligned} left, others right.
 */
final class TextTable {

  private final int leftAligned;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(int leftAligned, List<String> header) {
    this.leftAligned = leftAligned;
    rows.add(List.copyOf(header));
  }

  void add(List<String> cells) {
    if (cells.size() != rows.getFirst().size()) {
      throw new IllegalArgumentException("a row of " + cells.size() + " cells: " + cells);
    }
    rows.add(List.copyOf(cells));
  }

  /** The table, each line ended by a line break. */
  String text() {
    List<Integer> widths = new ArrayList<>(Collections.nCopies(rows.getFirst().size(), 0));
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths.set(column, Math.max(widths.get(column), length(row.get(column))));
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String padding = " ".repeat(widths.get(column) - length(row.get(column)));
        line.append(column == 0 ? "" : "  ")
            .append(column < leftAligned ? row.get(column) + padding : padding + row.get(column));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
