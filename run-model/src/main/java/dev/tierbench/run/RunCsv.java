package dev.tierbench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Flat records as CSV: one header line, one record a row, empty where nothing was measured. */
public final class RunCsv {

  private RunCsv() {}

  public static <T extends Record> String toCsv(List<T> rows, Class<T> type) {
    List<String> columns = Stream.of(type.getRecordComponents()).map(RunJson::fieldName).toList();
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns);
    for (T row : rows) {
      JsonNode fields = RunJson.parse(RunJson.toJsonLine(row));
      cells.add(columns.stream().map(column -> cell(fields.path(column))).toList());
    }
    return Csv.format(cells);
  }

  private static String cell(JsonNode value) {
    return value.isNull() ? "" : value.asString();
  }
}
