package dev.tierbench.observer;

import static dev.tierbench.run.Units.NANOS_PER_MILLI;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.file.TextTable;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The result of a capture as people read it.
 *
 * @param requests divides every value when present
 */
record ObservationText(CaptureResult seen, Optional<Long> requests) {

  private static final int NAME_WIDTH = 24;

  /** All but the sum of two others. */
  private static final List<Column> COLUMNS =
      Stream.of(Column.values()).filter(column -> column != Column.CS).toList();

  /** Columns that are followed by their percentage of the entire JVM. */
  private static final List<Column> WITH_SHARE = List.of(Column.CPU, Column.SYSCALLS);

  String roles() {
    List<List<String>> rows = new ArrayList<>();
    for (RoleSums role : RoleSums.of(seen.threads())) {
      rows.add(row(List.of(role.role(), Integer.toString(role.threads())), role.counts()));
    }
    String threads = Integer.toString(seen.threads().rows().size());
    rows.add(row(List.of("entire JVM", threads), seen.entireJvm()));
    return lines(new TextTable(header(List.of("role", "threads")), rows));
  }

  String threads(Column sort, int top) {
    List<List<String>> rows = new ArrayList<>();
    for (ThreadRow row : sorted(sort).stream().limit(top).toList()) {
      String mark =
          switch (row.state()) {
            case LIVE -> "";
            case STARTED -> "+";
            case EXITED -> "×";
          };
      List<String> labels =
          List.of(printable(row.name()), row.role(), mark + Long.toString(row.tid()));
      rows.add(row(labels, row.counts()));
    }
    rows.add(row(List.of("entire JVM", "", ""), seen.entireJvm()));
    return lines(new TextTable(header(List.of("thread", "role", "tid")), rows));
  }

  private static String lines(TextTable table) {
    return String.join("\n", table.text()) + "\n";
  }

  List<ThreadRow> sorted(Column sort) {
    return seen.threads().rows().stream()
        .sorted(
            Comparator.comparingLong((ThreadRow row) -> sort.value(row.counts()).orElse(-1L))
                .reversed()
                .thenComparingLong(ThreadRow::tid))
        .toList();
  }

  private List<String> header(List<String> labels) {
    List<String> cells = new ArrayList<>(labels);
    for (Column column : COLUMNS) {
      cells.add(column.header(requests));
      if (WITH_SHARE.contains(column)) {
        cells.add("%");
      }
    }
    return cells;
  }

  private List<String> row(List<String> labels, Counts counts) {
    List<String> cells = new ArrayList<>(labels);
    Counts total = seen.entireJvm();
    for (Column column : COLUMNS) {
      cells.add(column.cell(counts, requests));
      if (WITH_SHARE.contains(column)) {
        cells.add(column.share(counts, total));
      }
    }
    return cells;
  }

  /** What the values are, and how far to trust them. */
  String notes() {
    Observation observed = seen.observed();
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "%s (%d), %.3f s, level %s: %s%s",
            TerminalText.escaped(observed.command().orElse("?")),
            observed.pid().orElse(0L),
            observed.windowNs() / NANOS_PER_SECOND,
            observed.level(),
            observed.level().description(),
            requests.map(count -> "; every value per request, of " + count).orElse("")));
    notes.add(
        String.format(
            Locale.ROOT,
            "names known for %s of the CPU; threads have %s of the process's CPU and %s of its"
                + " system calls; snapshots took %s and %s ms",
            percent(observed.namedCpuShare()),
            percent(observed.cpuOfProcessShare()),
            percent(observed.syscallsOfProcessShare()),
            millis(observed, Observation.Snapshots::openingNanos),
            millis(observed, Observation.Snapshots::closingNanos)));
    String unknown = namesWithoutRole();
    if (!unknown.isEmpty()) {
      notes.add("role other, no rule knows: " + unknown);
    }
    if (seen.threads().rows().stream().anyMatch(row -> row.state() != ThreadState.LIVE)) {
      notes.add("+ started and × exited inside the window; … a name cut by the kernel");
    }
    return String.join("\n", notes) + "\n";
  }

  private static String millis(Observation observed, ToLongFunction<Observation.Snapshots> part) {
    return Column.text(
        "%.0f", observed.snapshots().map(both -> part.applyAsLong(both) / NANOS_PER_MILLI));
  }

  private String namesWithoutRole() {
    List<String> names =
        seen.threads().rows().stream()
            .filter(row -> row.role().equals(Roles.OTHER))
            .map(row -> printable(row.name()))
            .distinct()
            .toList();
    int shown = Math.min(8, names.size());
    return String.join(", ", names.subList(0, shown))
        + (names.size() > shown ? " and " + (names.size() - shown) + " more" : "");
  }

  private static String percent(Optional<Double> share) {
    return Column.text("%.1f %%", share.map(value -> value * 100));
  }

  /** A name of limited width. */
  static String printable(String name) {
    String safe = TerminalText.escaped(name);
    return safe.codePointCount(0, safe.length()) <= NAME_WIDTH
        ? safe
        : safe.substring(0, safe.offsetByCodePoints(0, NAME_WIDTH - 1)) + "~";
  }
}
