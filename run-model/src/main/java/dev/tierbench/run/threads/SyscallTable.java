package dev.tierbench.run.threads;

import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The system calls of each thread of one process in one window: {@code syscalls.csv}. */
public record SyscallTable(List<SyscallRow> rows) {

  private static final List<String> HEADER = List.of("tid", "name", "role", "syscall", "calls");

  public SyscallTable {
    rows = List.copyOf(rows);
  }

  /** The text of {@code syscalls.csv}. */
  public String toCsv() {
    return Csv.format(
        HEADER,
        rows.stream()
            .map(row ->
                List.of(
                    Long.toString(row.tid()),
                    row.name(),
                    row.role(),
                    row.syscall(),
                    Long.toString(row.calls())))
            .toList());
  }

  /** Writes {@code syscalls.csv} so that a reader sees the old file or the new one. */
  public void write(Path file) {
    RunJson.write(file, toCsv());
  }

  /**
   * Reads {@code syscalls.csv}.
   *
   * @throws IOException with the file's name when it is missing or not such a table
   */
  public static SyscallTable read(Path file) throws IOException {
    return new SyscallTable(
        Csv.readAll(
            file,
            HEADER,
            HEADER,
            row ->
                new SyscallRow(row.count(0), row.text(1), row.text(2), row.text(3), row.count(4))));
  }
}
