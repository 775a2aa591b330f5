package dev.tierbench.report.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one phase of a step, from {@code latency.hlog} (HdrHistogram log format 1.3).
 *
 * @param merged all seconds of the phase, in nanoseconds; nothing is lost by adding histograms
 * @param seconds the phase second by second
 */
record LatencyLog(Histogram merged, List<LatencySecond> seconds) {

  private static final int FIELDS = 5;

  LatencyLog {
    seconds = List.copyOf(seconds);
  }

  /** The phase of that name; empty when the file is missing, damaged or without it. */
  static Optional<LatencyLog> read(Path file, String phase, ReadProblems problems) {
    Histogram merged = new Histogram(3);
    merged.setAutoResize(true);
    List<LatencySecond> seconds = new ArrayList<>();
    String tag = "Tag=" + phase + ",";
    try {
      String text = new String(FileBytes.read(file), StandardCharsets.ISO_8859_1);
      if (text.isBlank()) {
        problems.add(file, "is empty; left out");
      }
      for (String line : text.lines().filter(line -> line.startsWith(tag)).toList()) {
        seconds.add(addTo(merged, line));
      }
      return seconds.isEmpty() ? Optional.empty() : Optional.of(new LatencyLog(merged, seconds));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      problems.add(file, "cannot be read: " + e.getMessage());
    } catch (DataFormatException | RuntimeException e) {
      // The decoder meets damaged data with whatever exception it runs into.
      problems.add(file, "holds a damaged histogram (" + e + "); left out");
    }
    return Optional.empty();
  }

  private static LatencySecond addTo(Histogram merged, String line) throws DataFormatException {
    String[] fields = line.split(",", -1);
    if (fields.length != FIELDS) {
      throw new DataFormatException("a line of " + fields.length + " fields");
    }
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(fields[FIELDS - 1]));
    Histogram second = Histogram.decodeFromCompressedByteBuffer(bytes, 0);
    merged.add(second);
    return new LatencySecond(
        Double.parseDouble(fields[1]),
        Double.parseDouble(fields[2]),
        second.getTotalCount(),
        Percentiles.micros(second, 99));
  }
}
