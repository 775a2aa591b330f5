package dev.tierbench.run.file;

import java.util.List;
import java.util.stream.Stream;

/** Flat records as CSV: one header line, one record a row, empty where nothing was measured. */
public final class RunCsv {

  private RunCsv() {}

  public static <T extends Record> String toCsv(List<T> rows, Class<T> type) {
    List<String> columns = Stream.of(type.getRecordComponents()).map(RunJson::fieldName).toList();
    return Csv.format(
        columns,
        rows.stream()
            .map(RunJson::toTree)
            .map(fields -> columns.stream().map(column -> fields.path(column).asString()).toList())
            .toList());
  }
}
