package dev.tierbench.harness.http.drive.foreign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes {@code latency.hlog} (HdrHistogram log 1.3), of whoever measured the latencies. */
public final class LatencyWriter {

  private LatencyWriter() {}

  /** Writes the service times of the phase of a report that has a second at least. */
  public static void write(Path file, LoadReport report) throws IOException {
    write(
        file,
        Optional.empty(),
        report.seconds().stream()
            .map(second -> {
              Histogram tagged = second.copy();
              tagged.setTag(report.phase().name());
              return tagged;
            })
            .toList());
  }

  /** Writes seconds that have their tags. */
  public static void write(Path file, Optional<String> comment, List<Histogram> seconds)
      throws IOException {
    try (PrintStream stream = new PrintStream(file.toFile(), StandardCharsets.US_ASCII)) {
      HistogramLogWriter writer = new HistogramLogWriter(stream);
      comment.ifPresent(writer::outputComment);
      writer.outputLogFormatVersion();
      long start = seconds.stream().mapToLong(Histogram::getStartTimeStamp).min().orElse(0);
      writer.outputStartTime(start);
      writer.setBaseTime(start);
      writer.outputLegend();
      seconds.forEach(writer::outputIntervalHistogram);
      if (stream.checkError()) {
        throw new IOException("cannot write " + file + ": is the disk full?");
      }
    }
  }
}
