package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.run.file.TerminalText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * The log in which h2load notes each request: start in microseconds since the epoch, status, and
 * microseconds to the end of the response, by tabs. Rows of several threads are mixed up a little.
 *
 * @param seconds the correct answers of each second from the first answer on, in nanoseconds, with
 *     the wall clock of its beginning and end; the last one is a part of a second
 */
record RequestLog(List<Histogram> seconds) {

  /** The largest log that is read: that of about 40 million requests. */
  static final long MOST_BYTES = 1L << 30;

  /** The longest window of which a log is read; each second has a histogram. */
  static final long MOST_SECONDS = 3_600;

  private static final int COLUMNS = 3;
  private static final int DIGITS = 3;

  /** Microseconds since the epoch, and up to three hours. */
  private static final Pattern START = Pattern.compile("\\d{1,16}");

  private static final Pattern LENGTH = Pattern.compile("\\d{1,10}");
  private static final long SECOND_MICROS = TimeUnit.SECONDS.toMicros(1);

  RequestLog {
    seconds = List.copyOf(seconds);
  }

  /** A correct answer. */
  private record Answer(long startMicros, long micros) {
    long endMicros() {
      return startMicros + micros;
    }
  }

  /**
   * Reads the log of a run.
   *
   * @throws IOException when it is larger than {@link #MOST_BYTES}, spans more than {@link
   *     #MOST_SECONDS} or has a row that h2load does not write
   */
  static RequestLog read(Path file) throws IOException {
    return read(file, MOST_BYTES);
  }

  static RequestLog read(Path file, long mostBytes) throws IOException {
    if (Files.size(file) > mostBytes) {
      throw new IOException(
          "%s is larger than %d MiB: shorten --measure".formatted(file, mostBytes >> 20));
    }
    LongSummaryStatistics ends = new LongSummaryStatistics();
    forEach(file, answer -> ends.accept(answer.endMicros()));
    long first = ends.getMin();
    long last = ends.getMax();
    if (ends.getCount() > 0 && last - first >= MOST_SECONDS * SECOND_MICROS) {
      throw new IOException(
          "%s spans more than %d s: its times are damaged, or the clock was set"
              .formatted(file, MOST_SECONDS));
    }
    List<Histogram> seconds = new ArrayList<>();
    for (long start = first; start <= last; start += SECOND_MICROS) {
      seconds.add(empty(start, Math.min(start + SECOND_MICROS, last)));
    }
    forEach(
        file,
        answer ->
            seconds
                .get((int) ((answer.endMicros() - first) / SECOND_MICROS))
                .recordValue(TimeUnit.MICROSECONDS.toNanos(answer.micros())));
    return new RequestLog(seconds);
  }

  private static Histogram empty(long startMicros, long endMicros) {
    Histogram nanos = new Histogram(DIGITS);
    nanos.setStartTimeStamp(TimeUnit.MICROSECONDS.toMillis(startMicros));
    nanos.setEndTimeStamp(TimeUnit.MICROSECONDS.toMillis(endMicros));
    return nanos;
  }

  private static void forEach(Path file, Consumer<Answer> consumer) throws IOException {
    try (BufferedReader rows = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      for (String row = rows.readLine(); row != null; row = rows.readLine()) {
        String[] cells = row.split("\t", -1);
        if (cells.length >= COLUMNS && isCorrect(cells[1])) {
          consumer.accept(answer(file, cells));
        }
      }
    }
  }

  private static Answer answer(Path file, String[] cells) throws IOException {
    if (!START.matcher(cells[0]).matches() || !LENGTH.matcher(cells[2]).matches()) {
      throw new IOException(
          "%s has a row that h2load does not write: %s"
              .formatted(file, TerminalText.line(String.join(" ", cells))));
    }
    return new Answer(Long.parseLong(cells[0]), Long.parseLong(cells[2]));
  }

  /** 0 is a status that h2load could not read, -1 an answer that did not come. */
  private static boolean isCorrect(String status) {
    return status.startsWith("2") || status.equals("0");
  }

  /** All seconds together. */
  Histogram all() {
    Histogram sum = new Histogram(DIGITS);
    seconds.forEach(sum::add);
    return sum;
  }

  /** Correct answers of each full second. */
  List<Long> okPerSecond() {
    return seconds.stream()
        .limit(Math.max(0, seconds.size() - 1))
        .map(Histogram::getTotalCount)
        .toList();
  }
}
