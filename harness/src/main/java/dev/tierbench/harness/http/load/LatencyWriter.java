package dev.tierbench.harness.http.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes {@code latency.hlog} for a generator that reports each second (HdrHistogram log 1.3). */
public final class LatencyWriter {

  private LatencyWriter() {}

  /** Service times of the phase of the report, which has a second at least. */
  public static void write(Path file, LoadReport report) throws IOException {
    try (PrintStream stream = new PrintStream(file.toFile(), StandardCharsets.US_ASCII)) {
      long start = report.seconds().getFirst().getStartTimeStamp();
      HistogramLogWriter writer = new HistogramLogWriter(stream);
      writer.outputLogFormatVersion();
      writer.outputStartTime(start);
      writer.setBaseTime(start);
      writer.outputLegend();
      for (Histogram second : report.seconds()) {
        Histogram tagged = second.copy();
        tagged.setTag(report.phase().name());
        tagged.setStartTimeStamp(second.getStartTimeStamp());
        tagged.setEndTimeStamp(second.getEndTimeStamp());
        writer.outputIntervalHistogram(tagged);
      }
      if (stream.checkError()) {
        throw new IOException("is the disk full?");
      }
    }
  }
}
