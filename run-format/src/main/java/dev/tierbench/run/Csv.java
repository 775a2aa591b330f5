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
   * The rows below the header.
   *
   * @throws IOException with the file's name when its header is another one or it is no CSV
   */
  static List<List<String>> read(Path file, List<String> header) throws IOException {
    List<List<String>> rows;
    try {
      rows = parse(Files.readString(file));
    } catch (JacksonException e) {
      throw new IOException(file + " is not CSV: " + e.getOriginalMessage(), e);
    }
    if (rows.isEmpty() || !rows.getFirst().equals(header)) {
      throw new IOException(file + " does not start with " + String.join(",", header));
    }
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IOException(file + " has a row of " + row.size() + " cells: " + row);
      }
    }
    return rows.subList(1, rows.size());
  }
}
