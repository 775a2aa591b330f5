package dev.tierbench.harness.summary;

import dev.tierbench.run.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The lines of a summary as a table for people. What was not measured is a dash. */
public final class Table {

  static final String NOT_MEASURED = "–";
  private static final double MICROS_PER_MILLI = 1_000;

  /** A number, also one of several ({@code 0.59 of 2}), or none. */
  private static final Pattern NUMBER = Pattern.compile("-?[\\d,.]+( of \\d+)?|" + NOT_MEASURED);

  private static final List<String> HEAD =
      List.of(
          "concurrent",
          "server",
          "req/s",
          "mean ms",
          "p50 ms",
          "p99 ms",
          "CPU cores used",
          "CPU us/req",
          "switches/req",
          "futex/req",
          "syscalls/req",
          "tax %",
          "failed",
          "trials",
          "verdict");

  private Table() {}

  /** For the terminal: columns aligned, numbers to the right. */
  public static List<String> text(List<SummaryRow> rows) {
    return aligned(HEAD, rows.stream().map(Table::cells).toList());
  }

  /** Aligns lines under a head: columns of numbers to the right, others to the left. */
  static List<String> aligned(List<String> head, List<List<String>> lines) {
    List<List<String>> cells = new ArrayList<>(List.of(head));
    cells.addAll(lines);
    int[] widths =
        IntStream.range(0, head.size())
            .map(i -> cells.stream().mapToInt(line -> line.get(i).length()).max().orElse(0))
            .toArray();
    Set<Integer> left = textColumns(head, lines);
    return cells.stream().map(line -> aligned(line, widths, left)).toList();
  }

  /** The columns that hold anything but numbers and what was not measured. */
  private static Set<Integer> textColumns(List<String> head, List<List<String>> lines) {
    return IntStream.range(0, head.size())
        .filter(i -> lines.stream().anyMatch(line -> !NUMBER.matcher(line.get(i)).matches()))
        .boxed()
        .collect(Collectors.toSet());
  }

  private static String aligned(List<String> line, int[] widths, Set<Integer> leftColumns) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - line.get(i).length());
      boolean left = leftColumns.contains(i);
      text.append(i == 0 ? "" : "  ");
      text.append(left ? line.get(i) + padding : padding + line.get(i));
    }
    return text.toString().stripTrailing();
  }

  /** For {@code summary.md}. */
  public static List<String> markdown(List<SummaryRow> rows) {
    return markdown(HEAD, rows.stream().map(Table::cells).toList());
  }

  /** The same for any head. */
  static List<String> markdown(List<String> head, List<List<String>> cells) {
    List<String> lines = new ArrayList<>();
    lines.add(markdownLine(head));
    Set<Integer> left = textColumns(head, cells);
    lines.add(
        markdownLine(
            IntStream.range(0, head.size())
                .mapToObj(i -> left.contains(i) ? "---" : "---:")
                .toList()));
    cells.forEach(line -> lines.add(markdownLine(line)));
    return lines;
  }

  private static String markdownLine(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static List<String> cells(SummaryRow row) {
    return List.of(
        String.valueOf(row.concurrency()),
        row.server(),
        number("%,.0f", row.throughputRps()),
        millis(row.meanUs()),
        millis(row.p50Us()),
        millis(row.p99Us()),
        cores(row),
        number("%,.0f", row.serverCpuUsPerRequest()),
        number("%,.2f", switches(row)),
        number("%,.2f", row.futexPerRequest()),
        number("%,.2f", row.syscallsPerRequest()),
        number("%,.1f", row.taxThroughputPercent()),
        row.failed().map(String::valueOf).orElse(NOT_MEASURED),
        row.validTrials() == 0 ? row.trial() : row.validTrials() + " of " + row.plannedTrials(),
        row.verdict().name());
  }

  private static Optional<Double> switches(SummaryRow row) {
    return row.csVoluntaryPerRequest()
        .flatMap(own -> row.csInvoluntaryPerRequest().map(forced -> own + forced));
  }

  private static String cores(SummaryRow row) {
    return row.serverCoresUsed()
        .flatMap(used -> row.serverCoresThere().map(there -> cores(used, there)))
        .orElse(NOT_MEASURED);
  }

  private static String cores(double used, int there) {
    return String.format(Locale.ROOT, "%.2f of %d", used, there);
  }

  private static String millis(Optional<Double> micros) {
    return number("%,.1f", micros.map(us -> us / MICROS_PER_MILLI));
  }

  static String number(String format, Optional<Double> value) {
    return value.map(v -> String.format(Locale.ROOT, format, v)).orElse(NOT_MEASURED);
  }
}
