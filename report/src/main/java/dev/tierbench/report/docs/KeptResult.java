package dev.tierbench.report.docs;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A result that the repository keeps: {@code NAME.csv} in the form of a run's {@code summary.csv},
 * and {@code NAME.json} with its origin.
 */
record KeptResult(Origin origin, List<Map<String, String>> rows) {

  /** Origin of the values; every field is printed below the table. */
  record Origin(String date, String commit, String host, String command) {

    Origin {
      if (Stream.of(date, commit, host, command).anyMatch(String::isBlank)) {
        throw new IllegalArgumentException("date, commit, host and command must not be empty");
      }
    }

    String sentence() {
      return "Measured on %s at commit `%s`, %s: `%s`.".formatted(date, commit, host, command);
    }
  }

  /**
   * Reads the columns that a table needs.
   *
   * @throws IOException when a file is missing or malformed, or lacks a column
   */
  static KeptResult read(Path csv, TableMarker table) throws IOException {
    return read(csv, columns(table));
  }

  /**
   * Reads these columns.
   *
   * @throws IOException when a file is missing or malformed, or lacks a column
   */
  static KeptResult read(Path csv, List<String> columns) throws IOException {
    Origin origin = RunJson.read(sibling(csv, ".json"), Origin.class);
    return new KeptResult(
        origin,
        Csv.readAll(
            csv,
            columns,
            columns,
            row -> {
              Map<String, String> cells = new HashMap<>();
              for (int i = 0; i < columns.size(); i++) {
                cells.put(columns.get(i), row.text(i));
              }
              return cells;
            }));
  }

  /** Returns the file of the same result with another end. */
  static Path sibling(Path file, String end) {
    return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.[a-z]+$", end));
  }

  private static List<String> columns(TableMarker table) {
    Set<String> columns = new LinkedHashSet<>();
    for (TableMarker.Column column : table.columns()) {
      columns.add(column.name());
      if (column.hasRange()) {
        columns.add(column.name() + "_min");
        columns.add(column.name() + "_max");
      }
    }
    table.rows().forEach(wanted -> columns.addAll(wanted.keySet()));
    return List.copyOf(columns);
  }

  /**
   * The lines of the table and its origin.
   *
   * @throws IllegalArgumentException when a {@code rows:} clause finds no row
   */
  List<String> markdown(TableMarker table) {
    List<Map<String, String>> chosen = new ArrayList<>();
    for (Map<String, Set<String>> wanted : table.rows()) {
      List<Map<String, String>> found = rows.stream().filter(row -> isWanted(row, wanted)).toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(table.file() + " has no row with " + wanted);
      }
      chosen.addAll(found);
    }
    List<List<String>> columns =
        table.columns().stream().map(column -> cells(chosen, column)).toList();
    List<List<String>> cells =
        IntStream.range(0, chosen.size())
            .mapToObj(row -> columns.stream().map(column -> column.get(row)).toList())
            .toList();
    List<String> heads = table.columns().stream().map(TableMarker.Column::heading).toList();
    List<String> lines = new ArrayList<>(new TextTable(heads, cells).markdown());
    lines.add("");
    lines.add(origin.sentence());
    return lines;
  }

  private static boolean isWanted(Map<String, String> row, Map<String, Set<String>> wanted) {
    return wanted.entrySet().stream()
        .allMatch(entry -> entry.getValue().contains(row.get(entry.getKey())));
  }

  /** A column; one of nothing but whole numbers is one of counts, and shows them as such. */
  private static List<String> cells(List<Map<String, String>> rows, TableMarker.Column column) {
    boolean counts =
        !column.hasRange()
            && rows.stream().allMatch(row -> row.get(column.name()).matches("\\d{0,15}"));
    return rows.stream()
        .map(row -> counts ? count(row.get(column.name())) : cell(row, column))
        .toList();
  }

  private static String count(String value) {
    return value.isEmpty() ? Numbers.NOT_MEASURED : Numbers.whole(Double.parseDouble(value));
  }

  private static String cell(Map<String, String> row, TableMarker.Column column) {
    String value = text(row.get(column.name()));
    return column.hasRange()
        ? "%s (%s–%s)"
            .formatted(
                value, text(row.get(column.name() + "_min")), text(row.get(column.name() + "_max")))
        : value;
  }

  /** Numbers as every table shows them; other text as it is; nothing as not measured. */
  static String text(String value) {
    if (value.isEmpty()) {
      return Numbers.NOT_MEASURED;
    }
    return value.matches("-?\\d+(\\.\\d+)?") ? Numbers.of(Double.parseDouble(value)) : value;
  }
}
