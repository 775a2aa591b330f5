package dev.tierbench.loadgen.output;

import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.WholeFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * {@code latency.hlog}: a histogram in nanoseconds for every second of every phase, in the
 * HdrHistogram log format 1.3. The tag is the phase for service times, and the phase with {@code
 * -response} for the response times of the open model.
 */
public final class IntervalLog implements RunListener, AutoCloseable {

  private final PrintStream stream;
  private final HistogramLogWriter writer;
  private long startMillis;

  /** Opens {@code latency.hlog} in a folder, which is made when it is missing. */
  public IntervalLog(Path folder) throws IOException {
    Files.createDirectories(folder);
    stream =
        new PrintStream(
            new BufferedOutputStream(WholeFile.grow(folder.resolve(RunFolder.LATENCY))),
            false,
            StandardCharsets.US_ASCII);
    writer = new HistogramLogWriter(stream);
    writer.outputComment("[tierbench load: nanoseconds; the tag names the phase]");
    writer.outputLogFormatVersion();
  }

  /** Times are relative to the first boundary of all. */
  @Override
  public void phaseStarted(String phase, Instant boundary) {
    if (startMillis == 0) {
      startMillis = boundary.toEpochMilli();
      writer.outputStartTime(startMillis);
      writer.setBaseTime(startMillis);
      writer.outputLegend();
    }
  }

  @Override
  public void second(Second second) {
    write(second, second.phase(), second.counted().serviceNanos());
    if (second.counted().isOpen()) {
      write(second, RunFolder.responseTag(second.phase()), second.counted().responseNanos());
    }
    stream.flush();
  }

  private void write(Second second, String tag, Histogram nanos) {
    Histogram tagged = nanos.copy();
    tagged.setTag(tag);
    tagged.setStartTimeStamp(startMillis + Math.round(second.startSeconds() * 1_000));
    tagged.setEndTimeStamp(startMillis + Math.round(second.endSeconds() * 1_000));
    writer.outputIntervalHistogram(tagged);
  }

  /** Closes the file; fails when the disk took less than was written. */
  @Override
  public void close() throws IOException {
    boolean failed = stream.checkError();
    stream.close();
    if (failed) {
      throw new IOException("cannot write " + RunFolder.LATENCY + ": is the disk full?");
    }
  }
}
