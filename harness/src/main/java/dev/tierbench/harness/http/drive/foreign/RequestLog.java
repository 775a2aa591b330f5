package dev.tierbench.harness.http.drive.foreign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The log in which h2load notes each request: start in microseconds since the epoch, status, and
 * microseconds to the end of the response, by tabs. Rows of several threads are mixed up a little.
 *
 * @param seconds the correct answers of each second from the first answer on, in nanoseconds, with
 *     the wall clock of its beginning and end; the last one is a part of a second
 */
record RequestLog(List<Histogram> seconds) {

  private static final int COLUMNS = 3;
  private static final int DIGITS = 3;
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

  static RequestLog read(Path file) throws IOException {
    LongSummaryStatistics ends = new LongSummaryStatistics();
    forEach(file, answer -> ends.accept(answer.endMicros()));
    long first = ends.getMin();
    long last = ends.getMax();
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
    try (Stream<String> rows = Files.lines(file)) {
      rows.map(row -> row.split("\t", -1))
          .filter(cells -> cells.length >= COLUMNS && isCorrect(cells[1]))
          .map(cells -> new Answer(Long.parseLong(cells[0]), Long.parseLong(cells[2])))
          .forEach(consumer);
    }
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
