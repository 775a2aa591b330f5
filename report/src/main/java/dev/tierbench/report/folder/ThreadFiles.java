package dev.tierbench.report.folder;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Csv;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads {@code threads.csv} and {@code syscalls.csv} of a step. Columns are found by name, so those
 * that a later version adds do no harm. A malformed row is skipped and reported, and then there are
 * no sums.
 */
final class ThreadFiles {

  private static final int REQUIRED = 3;

  private final ReadProblems problems;

  ThreadFiles(ReadProblems problems) {
    this.problems = problems;
  }

  /**
   * The threads of a step.
   *
   * @param withRows whether every thread is wanted and not only the sums by role
   */
  Threads read(Path step, boolean withRows) {
    ThreadColumns rows = new ThreadColumns();
    Map<String, RoleSums> roles = new HashMap<>();
    boolean threads = scan(step.resolve("threads.csv"), new ThreadLine(roles, rows, withRows));
    boolean calls = scan(step.resolve("syscalls.csv"), new CallLine(roles, rows, withRows));
    if (roles.isEmpty()) {
      return Threads.NONE;
    }
    Map<String, RoleSum> sums = new HashMap<>();
    if (threads) {
      roles.forEach((role, sum) -> sums.put(role, sum.toSum(calls)));
    }
    return new Threads(sums, withRows ? Optional.of(rows.pack()) : Optional.empty());
  }

  /** What is done with each row of a file; the first three columns have to be there. */
  private interface Line extends Consumer<Csv.Row> {
    List<String> columns();
  }

  /** False when the file is missing or some of it could not be read. */
  private boolean scan(Path file, Line line) {
    try {
      Optional<Csv.Malformed> malformed =
          Csv.read(file, line.columns(), line.columns().subList(0, REQUIRED), line);
      malformed.ifPresent(bad ->
          problems.add(
              file,
              bad.rows()
                  + " rows cannot be read, the first in "
                  + bad.first()
                  + "; its sums are left out"));
      return malformed.isEmpty();
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      problems.add(file, "cannot be read: " + e.getMessage());
      return false;
    }
  }

  private record ThreadLine(Map<String, RoleSums> roles, ThreadColumns rows, boolean withRows)
      implements Line {

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
    public void accept(Csv.Row row) {
      long tid = row.count(0);
      long[] counts = new long[COUNTERS.length];
      for (int i = 0; i < counts.length; i++) {
        int column = FIRST_COUNTER + i;
        counts[i] = row.text(column).isEmpty() ? RoleSums.NOT_MEASURED : row.count(column);
      }
      roles.computeIfAbsent(row.text(2), name -> new RoleSums()).addThread(counts);
      if (withRows) {
        rows.addThread(tid, row.text(1), row.text(2), row.text(3), counts);
      }
    }
  }

  private record CallLine(Map<String, RoleSums> roles, ThreadColumns rows, boolean withRows)
      implements Line {

    @Override
    public List<String> columns() {
      return List.of("tid", "syscall", "calls", "role");
    }

    @Override
    public void accept(Csv.Row row) {
      long calls = row.count(2);
      roles.computeIfAbsent(row.text(3), name -> new RoleSums()).addCalls(row.text(1), calls);
      if (withRows) {
        rows.addCalls(row.count(0), row.text(1), calls);
      }
    }
  }
}
