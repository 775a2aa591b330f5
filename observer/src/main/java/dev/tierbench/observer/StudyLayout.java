package dev.tierbench.observer;

import static dev.tierbench.observer.Column.NOT_MEASURED;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import dev.tierbench.run.ThreadRow;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The line layout of the original study: {@code rank IPC instructions(percentage) fault: cs:
 * futex:(percentage) read: write: "name"}. What it printed as 1.000 without hardware counters is a
 * dash here.
 */
final class StudyLayout {

  private StudyLayout() {}

  static String text(Observation seen, List<ThreadRow> rows) {
    StringBuilder text = new StringBuilder();
    Counts total = seen.entireJvm();
    text.append(line(0, total, total, "Entire JVM"));
    int rank = 1;
    for (ThreadRow row : rows) {
      text.append(line(rank++, row.counts(), total, ObservationText.printable(row.name())));
    }
    return text.toString();
  }

  private static String line(int rank, Counts counts, Counts total, String name) {
    return String.format(
        Locale.ROOT,
        "%4d %s %s fault:%s cs:%s futex:%s read:%s write:%s \"%s\"%n",
        rank,
        ipc(counts),
        withShare(Counter.INSTRUCTIONS, counts, total),
        Column.FAULTS.value(counts).map(String::valueOf).orElse(NOT_MEASURED),
        Column.CS.value(counts).map(String::valueOf).orElse(NOT_MEASURED),
        withShare(Counter.FUTEX, counts, total),
        plain(Counter.READ, counts),
        plain(Counter.WRITE, counts),
        name);
  }

  private static String ipc(Counts counts) {
    return counts
        .get(Counter.INSTRUCTIONS)
        .flatMap(instructions ->
            counts
                .get(Counter.CYCLES)
                .filter(cycles -> cycles > 0)
                .map(cycles -> String.format(Locale.ROOT, "%.3f", (double) instructions / cycles)))
        .orElse(NOT_MEASURED);
  }

  private static String plain(Counter counter, Counts counts) {
    return counts.get(counter).map(String::valueOf).orElse(NOT_MEASURED);
  }

  private static String withShare(Counter counter, Counts counts, Counts total) {
    Optional<String> share =
        counts
            .get(counter)
            .flatMap(value ->
                total
                    .get(counter)
                    .filter(all -> all > 0)
                    .map(all -> String.format(Locale.ROOT, "%.2f%%", 100.0 * value / all)));
    return plain(counter, counts) + "(" + share.orElse(NOT_MEASURED) + ")";
  }
}
