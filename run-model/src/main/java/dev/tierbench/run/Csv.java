package dev.tierbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;

/** CSV as lists of cells; a cell may hold quotes, commas and line breaks. Thread-safe. */
final class Csv {

  private static final CsvMapper MAPPER =
      CsvMapper.builder().enable(CsvReadFeature.WRAP_AS_ARRAY).build();

  private Csv() {}

  static String format(List<List<String>> rows) {
    java.io.StringWriter text = new java.io.StringWriter();
    try (SequenceWriter writer = MAPPER.writerFor(String[].class).writeValues(text)) {
      rows.forEach(row -> writer.write(row.toArray(String[]::new)));
    }
    return text.toString();
  }

  static List<List<String>> parse(String text) {
    try (MappingIterator<String[]> rows = MAPPER.readerFor(String[].class).readValues(text)) {
      List<List<String>> cells = new ArrayList<>();
      rows.forEachRemaining(row -> cells.add(List.of(row)));
      return cells;
    }
  }

  /**
   * The rows below the header, each with the cells of those columns in that order. Columns that the
   * file has beyond them are ignored; a cell of a column that it lacks is empty.
   *
   * @param required columns without which the file is of another kind
   * @throws IOException with the file's name when a required column is missing or it is no CSV
   */
  static List<List<String>> read(Path file, List<String> columns, List<String> required)
      throws IOException {
    List<List<String>> rows;
    try {
      rows = parse(Files.readString(file));
    } catch (JacksonException e) {
      throw new IOException(file + " is not CSV: " + e.getOriginalMessage(), e);
    }
    List<String> header = rows.isEmpty() ? List.of() : rows.getFirst();
    if (!header.containsAll(required)) {
      throw new IOException(
          file
              + " lacks columns: expected "
              + String.join(",", required)
              + ", found "
              + String.join(",", header));
    }
    List<List<String>> chosen = new ArrayList<>();
    for (List<String> row : rows.subList(1, rows.size())) {
      if (row.size() != header.size()) {
        throw new IOException(
            file
                + " has a row of "
                + row.size()
                + " cells, expected "
                + header.size()
                + ": "
                + row);
      }
      chosen.add(columns.stream().map(column -> cell(row, header.indexOf(column))).toList());
    }
    return chosen;
  }

  private static String cell(List<String> row, int column) {
    return column < 0 ? "" : row.get(column);
  }
}
