package dev.tierbench.report.folder;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Csv;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.ThreadTable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads {@code threads.csv} and {@code syscalls.csv} of a step. Columns are found by name, so those
 * that a later version adds do no harm. A malformed row is skipped and reported.
 */
final class ThreadFiles {

  private static final Counter[] COUNTERS = Counter.values();
  private static final List<String> CALL_COLUMNS = List.of("tid", "syscall", "calls");
  private static final int REQUIRED = 3;
  private static final int STATE = 3;
  private static final int FIRST_COUNTER = 4;

  private final ReadProblems problems;

  ThreadFiles(ReadProblems problems) {
    this.problems = problems;
  }

  /** Every thread of a step as packed columns; empty when there is no such file. */
  Optional<byte[]> read(RunFolder.Step step) {
    ThreadColumns rows = new ThreadColumns();
    if (!scan(step.threads(), ThreadTable.HEADER, row -> addThread(rows, row))) {
      return Optional.empty();
    }
    scan(
        step.syscalls(),
        CALL_COLUMNS,
        row -> rows.addCalls(row.count(0), row.text(1), row.count(2)));
    return Optional.of(rows.pack());
  }

  private static void addThread(ThreadColumns rows, Csv.Row row) {
    long[] counts = new long[COUNTERS.length];
    for (int i = 0; i < counts.length; i++) {
      int column = FIRST_COUNTER + i;
      counts[i] = row.text(column).isEmpty() ? ThreadColumns.NOT_MEASURED : row.count(column);
    }
    rows.addThread(row.count(0), row.text(1), row.text(2), row.text(STATE), counts);
  }

  /**
   * Reads one file.
   *
   * @param columns the first three have to be there
   * @return false when the file is missing or is no such table
   */
  private boolean scan(Path file, List<String> columns, Consumer<Csv.Row> row) {
    try {
      Csv.read(file, columns, columns.subList(0, REQUIRED), row)
          .ifPresent(bad ->
              problems.add(file, bad.rows() + " rows cannot be read, the first in " + bad.first()));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      problems.add(file, "cannot be read: " + e.getMessage());
      return false;
    }
  }
}
