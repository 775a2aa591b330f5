package dev.tierbench.report.folder;

import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.threads.ThreadTable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads {@code threads.csv} and {@code syscalls.csv} of a step. Columns are found by name, so those
 * that a later version adds do no harm. A malformed row is skipped and reported.
 */
final class ThreadCsv {

  private static final List<String> CALL_COLUMNS = List.of("tid", "name", "syscall", "calls");
  private static final int REQUIRED = 3;
  private static final int FIRST_COUNTER = 4;

  private final ReadProblems problems;

  ThreadCsv(ReadProblems problems) {
    this.problems = problems;
  }

  /**
   * Every thread of a step as packed columns: a page holds dozens of steps of thousands of threads,
   * and unpacks the one that is looked at. Empty when there is no such file.
   */
  Optional<String> read(RunFolder.Step step) {
    List<List<Object>> threads = new ArrayList<>();
    if (!scan(
        step.threads(),
        ThreadTable.HEADER,
        ThreadTable.HEADER.subList(0, REQUIRED),
        row -> threads.add(thread(row)))) {
      return Optional.empty();
    }
    // Of two threads that had one TID, the name tells whose calls they are.
    Map<List<Object>, Map<String, Long>> calls = new HashMap<>();
    scan(
        step.syscalls(),
        CALL_COLUMNS,
        CALL_COLUMNS,
        row ->
            calls
                .computeIfAbsent(
                    List.<Object>of(row.count(0), row.text(1)), thread -> new LinkedHashMap<>())
                .merge(row.text(2), row.count(3), Long::sum));
    Map<String, Object> columns = new LinkedHashMap<>();
    for (int i = 0; i < ThreadTable.HEADER.size(); i++) {
      int position = i;
      List<Object> column = threads.stream().map(thread -> thread.get(position)).toList();
      if (i < FIRST_COUNTER || column.stream().anyMatch(Objects::nonNull)) {
        columns.put(ThreadTable.HEADER.get(i), column);
      }
    }
    columns.put(
        "calls",
        threads.stream().map(row -> calls.getOrDefault(row.subList(0, 2), Map.of())).toList());
    return Optional.of(PackedJson.of(columns));
  }

  /** A value for each column; null for a counter that was not measured. */
  private static List<Object> thread(Csv.Row row) {
    List<Object> values = new ArrayList<>(ThreadTable.HEADER.size());
    values.add(row.count(0));
    for (int i = 1; i < FIRST_COUNTER; i++) {
      values.add(row.text(i));
    }
    for (int i = FIRST_COUNTER; i < ThreadTable.HEADER.size(); i++) {
      values.add(row.text(i).isEmpty() ? null : row.count(i));
    }
    return values;
  }

  /**
   * Reads one file.
   *
   * @param required the columns that have to be there
   * @return false when the file is missing or is no such table
   */
  private boolean scan(
      Path file, List<String> columns, List<String> required, Consumer<Csv.Row> row) {
    try {
      Csv.read(file, columns, required, row)
          .ifPresent(bad ->
              problems.add(file, bad.rows() + " rows cannot be read, the first in " + bad.first()));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      problems.add(file, "cannot be read: " + e.getMessage() + "; left out");
      return false;
    }
  }
}
