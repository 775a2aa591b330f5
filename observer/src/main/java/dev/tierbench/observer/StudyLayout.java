package dev.tierbench.observer;

import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.ThreadRow;
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

  static String text(CaptureResult seen, List<ThreadRow> rows) {
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
    Optional<Long> instructions = counts.get(Counter.INSTRUCTIONS);
    return String.format(
        Locale.ROOT,
        "%4d %s %s fault:%s cs:%s futex:%s read:%s write:%s \"%s\"%n",
        rank,
        Column.text("%.3f", Observation.ratio(1, instructions, counts.get(Counter.CYCLES))),
        withShare(Counter.INSTRUCTIONS, counts, total),
        Column.text("%d", Column.FAULTS.value(counts)),
        Column.text("%d", Column.CS.value(counts)),
        withShare(Counter.FUTEX, counts, total),
        Column.text("%d", counts.get(Counter.READ)),
        Column.text("%d", counts.get(Counter.WRITE)),
        name);
  }

  private static String withShare(Counter counter, Counts counts, Counts total) {
    Optional<Long> value = counts.get(counter);
    Optional<Double> percent = Observation.ratio(100, value, total.get(counter));
    return Column.text("%d", value) + "(" + Column.text("%.2f%%", percent) + ")";
  }
}
