package dev.tierbench.run.threads;

import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The threads of one process in one window: {@code threads.csv}. */
public record ThreadTable(List<ThreadRow> rows) {

  private static final List<String> REQUIRED = List.of("tid", "name", "role", "state");

  /** The columns of {@code threads.csv}. */
  public static final List<String> HEADER =
      Stream.concat(REQUIRED.stream(), Stream.of(Counter.values()).map(Counter::column)).toList();

  public ThreadTable {
    rows = List.copyOf(rows);
  }

  /** The sum over all threads; a counter that one of them lacks is absent. */
  public Counts total() {
    return sum(rows);
  }

  /** The same where threads that lack a counter add nothing: a lower bound of the process's. */
  public Counts atLeast() {
    return Counts.atLeast(rows.stream().map(ThreadRow::counts).toList());
  }

  /** The threads of each role, roles in the order of their first thread. */
  public Map<String, List<ThreadRow>> byRole() {
    return rows.stream()
        .collect(Collectors.groupingBy(ThreadRow::role, LinkedHashMap::new, Collectors.toList()));
  }

  /** The sum over some threads; likewise. */
  public static Counts sum(Collection<ThreadRow> rows) {
    return Counts.sum(rows.stream().map(ThreadRow::counts).toList());
  }

  /** The text of {@code threads.csv}. */
  public String toCsv() {
    return Csv.format(HEADER, rows.stream().map(ThreadTable::cellsOf).toList());
  }

  /** Writes {@code threads.csv} so that a reader sees the old file or the new one. */
  public void write(Path file) {
    RunJson.write(file, toCsv());
  }

  /**
   * Reads {@code threads.csv}.
   *
   * @throws IOException with the file's name when it is missing or not such a table
   */
  public static ThreadTable read(Path file) throws IOException {
    return new ThreadTable(Csv.readAll(file, HEADER, REQUIRED, ThreadTable::rowOf));
  }

  private static List<String> cellsOf(ThreadRow row) {
    return Stream.concat(
            Stream.of(Long.toString(row.tid()), row.name(), row.role(), row.state().id()),
            Stream.of(Counter.values())
                .map(counter -> row.get(counter).map(String::valueOf).orElse("")))
        .toList();
  }

  private static ThreadRow rowOf(Csv.Row row) {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    int column = REQUIRED.size();
    for (Counter counter : Counter.values()) {
      if (!row.text(column).isEmpty()) {
        counts.put(counter, row.count(column));
      }
      column++;
    }
    return new ThreadRow(
        row.count(0),
        row.text(1),
        row.text(2),
        ThreadState.valueOf(row.text(3).toUpperCase(Locale.ROOT)),
        new Counts(counts));
  }
}
