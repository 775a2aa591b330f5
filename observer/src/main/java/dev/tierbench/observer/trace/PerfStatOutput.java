package dev.tierbench.observer.trace;

import static dev.tierbench.run.Units.NANOS_PER_MILLI;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of {@code perf stat -x,}. */
public final class PerfStatOutput {

  private static final double WHOLE = 100;
  private static final int PERCENT = 4;
  private static final Pattern COUNT = Pattern.compile("\\d{1,18}");
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,12}(?:\\.\\d{1,9})?");
  private static final Pattern PER_THREAD =
      Pattern.compile(
          "^.*-(?<tid>\\d{1,18}),(?<value>[\\d.]+|<not [a-z]+>),(?<unit>[^,]*),(?<event>[^,]+)"
              + ",[^,]*,(?<percent>%s)(?:,[^,]*){0,2}$".formatted(DECIMAL));

  /**
   * A count of one thread.
   *
   * @param value scaled by perf to the whole window when the event had its counter for a part of it
   * @param percent of the time that the event had a counter
   */
  record Reading(long value, double percent) {

    boolean isScaled() {
      return percent < WHOLE;
    }
  }

  private PerfStatOutput() {}

  /**
   * Counts by event of a whole process; {@code task-clock} in nanoseconds; an event that the host
   * does not have, or that did not count for the whole window, is empty.
   */
  public static Map<String, Optional<Long>> parseProcess(String text) {
    Map<String, Optional<Long>> counts = new LinkedHashMap<>();
    text.lines()
        .map(line -> line.split(",", -1))
        .filter(cells -> cells.length >= 4 && !cells[0].startsWith("#"))
        .forEach(cells ->
            counts.put(cells[2], value(cells[0], cells[1]).filter(any -> percent(cells) >= WHOLE)));
    return counts;
  }

  /** Counts by TID and event of {@code perf stat --per-thread}, without what was not counted. */
  static Map<Long, Map<String, Reading>> parsePerThread(String text) {
    Map<Long, Map<String, Reading>> byTid = new TreeMap<>();
    for (String line : text.lines().filter(text1 -> !text1.startsWith("#")).toList()) {
      // A thread's name may hold commas, so the line is read from its end.
      Matcher cells = PER_THREAD.matcher(line);
      if (cells.matches()) {
        value(cells.group("value"), cells.group("unit"))
            .ifPresent(value ->
                byTid
                    .computeIfAbsent(Long.valueOf(cells.group("tid")), tid -> new TreeMap<>())
                    .put(
                        cells.group("event"),
                        new Reading(value, Double.parseDouble(cells.group("percent")))));
      }
    }
    return byTid;
  }

  /** The share of the time that the event had a counter; 0 when perf does not print it. */
  private static double percent(String[] cells) {
    return cells.length > PERCENT && DECIMAL.matcher(cells[PERCENT]).matches()
        ? Double.parseDouble(cells[PERCENT])
        : 0;
  }

  /** The value in whole units; empty where perf printed a reason in its place, or no number. */
  private static Optional<Long> value(String text, String unit) {
    boolean isTime = unit.equals("msec");
    if (!(isTime ? DECIMAL : COUNT).matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        isTime ? Math.round(Double.parseDouble(text) * NANOS_PER_MILLI) : Long.parseLong(text));
  }
}
