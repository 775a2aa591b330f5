package dev.tierbench.report.folder;

import dev.tierbench.run.Counter;
import dev.tierbench.run.RunFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code threads.csv} and {@code syscalls.csv} of a step. Columns are found by name, so those
 * that a later version adds do no harm. A row that is none is skipped and reported, X
 */
final class ThreadFiles {

  private final ReadProblems problems;

  ThreadFiles(ReadProblems problems) {
    this.problems = problems;
  }

  /** Every thread of a step as packed columns; empty when they cannot be read. */
  Optional<byte[]> read(RunFolder.Step step) {
    ThreadColumns rows = new ThreadColumns();
    boolean threads = scan(step.threads(), new ThreadLine(rows));
    if (!threads) {
      return Optional.empty();
    }
    scan(step.syscalls(), new CallLine(rows));
    return Optional.of(rows.pack());
  }

  /** What is done with each row of a file. */
  private interface Line {
    List<String> columns();

    void accept(CsvScanner csv, int[] columns);
  }

  /** False when the file is missing or some of it could not be read. */
  private boolean scan(Path file, Line line) {
    try {
      CsvScanner csv = new CsvScanner(FileBytes.read(file));
      if (!csv.next()) {
        problems.add(file, "is empty; left out");
        return false;
      }
      return scan(file, csv, line);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      problems.add(file, "cannot be read: " + e.getMessage());
      return false;
    }
  }

  private boolean scan(Path file, CsvScanner csv, Line line) {
    List<String> header = new ArrayList<>();
    for (int i = 0; i < csv.cells(); i++) {
      header.add(csv.text(i));
    }
    int[] columns = line.columns().stream().mapToInt(header::indexOf).toArray();
    if (columns[0] < 0 || columns[1] < 0 || columns[2] < 0) {
      problems.add(file, "has no columns tid, name and role; left out");
      return false;
    }
    Bad bad = new Bad();
    while (csv.next()) {
      if (csv.cells() != header.size() || !csv.isEnded()) {
        bad.add(csv.row(), csv.isEnded() ? csv.cells() + " cells" : "cut off");
        continue;
      }
      try {
        line.accept(csv, columns);
      } catch (NumberFormatException e) {
        bad.add(csv.row(), e.getMessage());
      }
    }
    bad.report().ifPresent(report -> problems.add(file, report));
    return bad.count == 0;
  }

  /** Rows that are none. */
  private static final class Bad {
    private int count;
    private String first = "";

    void add(int row, String why) {
      if (count++ == 0) {
        first = "row " + row + ": " + why;
      }
    }

    Optional<String> report() {
      String text = count + " rows cannot be read, the first " + first + "; they are left out";
      return count == 0 ? Optional.empty() : Optional.of(text);
    }
  }

  private record ThreadLine(ThreadColumns rows) implements Line {

    private static final Counter[] COUNTERS = Counter.values();
    private static final int FIRST_COUNTER = 4;

    @Override
    public List<String> columns() {
      List<String> columns = new ArrayList<>(List.of("tid", "name", "role", "state"));
      for (Counter counter : COUNTERS) {
        columns.add(counter.column());
      }
      return columns;
    }

    @Override
    public void accept(CsvScanner csv, int[] columns) {
      long tid = csv.number(columns[0]);
      long[] counts = new long[COUNTERS.length];
      for (int i = 0; i < counts.length; i++) {
        int cell = columns[FIRST_COUNTER + i];
        counts[i] = cell < 0 || csv.isEmpty(cell) ? ThreadColumns.NOT_MEASURED : csv.number(cell);
      }
      String role = csv.word(columns[2]);
      String state = columns[3] < 0 ? "" : csv.word(columns[3]);
      rows.addThread(tid, csv.text(columns[1]), role, state, counts);
    }
  }

  private record CallLine(ThreadColumns rows) implements Line {

    @Override
    public List<String> columns() {
      return List.of("tid", "syscall", "calls", "role");
    }

    @Override
    public void accept(CsvScanner csv, int[] columns) {
      long calls = csv.number(columns[2]);
      String syscall = csv.word(columns[1]);
      rows.addCalls(csv.number(columns[0]), syscall, calls);
    }
  }
}
