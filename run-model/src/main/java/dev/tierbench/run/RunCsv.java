package dev.tierbench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Flat records as CSV: one header line, one record a row, empty where nothing was measured. */
public final class RunCsv {

  private RunCsv() {}

  public static <T extends Record> String toCsv(List<T> rows, Class<T> type) {
    List<String> columns = columns(type, false);
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns);
    for (T row : rows) {
      JsonNode fields = RunJson.parse(RunJson.toJsonLine(row));
      cells.add(columns.stream().map(column -> cell(fields.path(column))).toList());
    }
    return Csv.format(cells);
  }

  /**
   * Reads the rows of a file.
   *
   * @throws IOException with the file's name when it is missing or does not hold such records
   */
  public static <T extends Record> List<T> read(Path file, Class<T> type) throws IOException {
    List<String> columns = columns(type, false);
    return Csv.readAll(file, columns, columns(type, true), row -> parse(row, columns, type));
  }

  private static <T> T parse(Csv.Row row, List<String> columns, Class<T> type) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      if (!row.text(i).isEmpty()) {
        fields.put(columns.get(i), row.text(i));
      }
    }
    try {
      return RunJson.parse(RunJson.toJsonLine(fields), type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  private static String cell(JsonNode value) {
    return value.isNull() ? "" : value.asString();
  }

  private static List<String> columns(Class<?> type, boolean requiredOnly) {
    return Stream.of(type.getRecordComponents())
        .filter(component -> !requiredOnly || component.getType() != Optional.class)
        .map(RunJson::fieldName)
        .toList();
  }
}
