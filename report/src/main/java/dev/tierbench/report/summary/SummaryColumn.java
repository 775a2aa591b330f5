package dev.tierbench.report.summary;

import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.TextTable;
import java.util.List;
import java.util.function.Function;

/** A column over the lines of a summary. */
record SummaryColumn(String head, Function<CellSummary, String> text) {

  static TextTable table(List<SummaryColumn> columns, List<CellSummary> lines) {
    return new TextTable(
        columns.stream().map(SummaryColumn::head).toList(),
        lines.stream()
            .map(line -> columns.stream().map(column -> column.text().apply(line)).toList())
            .toList());
  }

  static String csv(List<SummaryColumn> columns, List<CellSummary> lines) {
    TextTable table = table(columns, lines);
    return Csv.format(table.head(), table.rows());
  }
}
