package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.http.drive.foreign.LatencyWriter;
import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.RunFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * The latencies of several generators that drove one load together.
 *
 * @param seconds the intervals of each one's latency.hlog, the sweep's own first
 */
record MergedLatencies(List<List<Histogram>> seconds) {

  MergedLatencies {
    seconds = List.copyOf(seconds);
  }

  /** Reads what each of them left in its folder. */
  static MergedLatencies read(List<Path> folders) throws IOException {
    List<List<Histogram>> seconds = new ArrayList<>();
    for (Path folder : folders) {
      seconds.add(histograms(folder.resolve(RunFolder.LATENCY)));
    }
    return new MergedLatencies(seconds);
  }

  /** The reader takes an interval that it cannot parse for the end of the log. */
  private static List<Histogram> histograms(Path log) throws IOException {
    List<Histogram> found = new ArrayList<>();
    byte[] bytes = RunFile.LATENCIES.bytes(log);
    try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(bytes))) {
      for (EncodableHistogram each = reader.nextIntervalHistogram();
          each != null;
          each = reader.nextIntervalHistogram()) {
        found.add((Histogram) each);
      }
    } catch (RuntimeException e) {
      // The decoder fails on damaged data with whatever exception it runs into.
      throw damaged(log, found.size(), e);
    }
    Stream<String> lines = new String(bytes, StandardCharsets.US_ASCII).lines();
    if (found.size() < lines.filter(MergedLatencies::isInterval).count()) {
      throw damaged(log, found.size(), null);
    }
    return found;
  }

  private static boolean isInterval(String line) {
    return !line.isBlank() && !line.startsWith("#") && !line.startsWith("\"");
  }

  private static IOException damaged(Path log, int intervals, RuntimeException cause) {
    return new IOException(
        log + " holds a damaged histogram after " + intervals + " intervals", cause);
  }

  /** Sum of the histograms of all seconds with a tag. */
  Histogram sum(String tag) {
    List<Histogram> tagged =
        seconds.stream()
            .flatMap(List::stream)
            .filter(second -> second.getTag().equals(tag))
            .toList();
    Histogram sum =
        new Histogram(tagged.isEmpty() ? 3 : tagged.getFirst().getNumberOfSignificantValueDigits());
    sum.setAutoResize(true);
    tagged.forEach(sum::add);
    return sum;
  }

  /**
   * Writes the seconds of all as one log: those of the first generator, to each of which the same
   * second of the same phase of the others is added, and to the last what they have beyond it.
   * Their clocks are not compared.
   */
  void write(Path file) throws IOException {
    List<Histogram> own = seconds.getFirst();
    Map<String, Integer> numbers = new HashMap<>();
    List<Histogram> sums = new ArrayList<>();
    for (Histogram second : own) {
      int number = numbers.merge(second.getTag(), 1, Integer::sum);
      boolean last = number == own.stream().filter(each -> sameTag(each, second)).count();
      sums.add(together(second, number - 1, last));
    }
    String comment =
        "[tierbench load: nanoseconds; the tag names the phase; %d generators added]"
            .formatted(seconds.size());
    LatencyWriter.write(file, Optional.of(comment), sums);
  }

  private static boolean sameTag(Histogram a, Histogram b) {
    return a.getTag().equals(b.getTag());
  }

  private Histogram together(Histogram own, int number, boolean last) {
    Histogram sum = own.copy();
    sum.setTag(own.getTag());
    for (List<Histogram> other : seconds.subList(1, seconds.size())) {
      other.stream()
          .filter(second -> sameTag(second, own))
          .skip(number)
          .limit(last ? Long.MAX_VALUE : 1)
          .forEach(second -> add(sum, second));
    }
    return sum;
  }

  /** Adding takes over times of the other, which are of another clock. */
  private static void add(Histogram sum, Histogram other) {
    long start = sum.getStartTimeStamp();
    long end = sum.getEndTimeStamp();
    sum.setAutoResize(true);
    sum.add(other);
    sum.setStartTimeStamp(start);
    sum.setEndTimeStamp(end);
  }
}
