package dev.tierbench.report.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table that a page asks for: {@code results/x.csv; columns: subject as server, cpu_us_per_op
 * range as CPU; rows: subject=a|b, concurrency=200}.
 *
 * @param file the kept result, relative to the page
 * @param rows one element for each {@code rows:} clause, in the order of the page; each maps a
 *     column to the values that a row may have there
 */
record TableMarker(String file, List<Column> columns, List<Map<String, Set<String>>> rows) {

  private static final String SYNTAX =
      "expected FILE.csv; columns: NAME [range] [as HEADING], …; rows: NAME=VALUE|VALUE, …";

  /**
   * One column of the table.
   *
   * @param hasRange whether the least and the most of the trials follow the value in brackets
   */
  record Column(String name, boolean hasRange, String heading) {

    static Column parse(String text) {
      String[] parts = text.split(" as ", 2);
      String[] words = parts[0].trim().split(" +", -1);
      if (words.length > 2
          || words[0].isEmpty()
          || (words.length == 2 && !words[1].equals("range"))) {
        throw new IllegalArgumentException("invalid column '" + text + "': " + SYNTAX);
      }
      String heading = parts.length == 2 ? parts[1].trim() : words[0];
      return new Column(words[0], words.length == 2, heading);
    }
  }

  TableMarker {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    if (file.isEmpty() || columns.isEmpty() || rows.isEmpty()) {
      throw new IllegalArgumentException("incomplete table marker: " + SYNTAX);
    }
  }

  static TableMarker parse(String text) {
    List<Column> columns = new ArrayList<>();
    List<Map<String, Set<String>>> rows = new ArrayList<>();
    String[] clauses = text.split(";");
    for (String clause : Arrays.asList(clauses).subList(1, clauses.length)) {
      String[] parts = clause.trim().split(":", 2);
      if (parts.length != 2) {
        throw new IllegalArgumentException("invalid clause '" + clause.trim() + "': " + SYNTAX);
      }
      List<String> items = Arrays.stream(parts[1].split(",")).map(String::trim).toList();
      switch (parts[0]) {
        case "columns" -> items.forEach(item -> columns.add(Column.parse(item)));
        case "rows" -> rows.add(wanted(items));
        default ->
            throw new IllegalArgumentException("unknown clause '" + parts[0] + "': " + SYNTAX);
      }
    }
    return new TableMarker(clauses[0].trim(), columns, rows);
  }

  private static Map<String, Set<String>> wanted(List<String> items) {
    Map<String, Set<String>> wanted = new LinkedHashMap<>();
    for (String item : items) {
      String[] parts = item.split("=", 2);
      if (parts.length != 2) {
        throw new IllegalArgumentException("invalid rows '" + item + "': " + SYNTAX);
      }
      wanted.put(parts[0], Set.of(parts[1].split("\\|")));
    }
    return wanted;
  }
}
