package dev.tierbench.report.folder;

import dev.tierbench.run.LatencySummary;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;

/**
 * The latencies of one phase of a step, from {@code latency.hlog} (HdrHistogram log format 1.3).
 *
 * @param merged all seconds of the phase, in nanoseconds; nothing is lost by adding histograms
 * @param seconds the phase second by second
 */
record LatencyLog(Histogram merged, List<Step.LatencySecond> seconds) {

  LatencyLog {
    seconds = List.copyOf(seconds);
  }

  /** The phase of that name; empty when the file is missing, damaged or without it. */
  static Optional<LatencyLog> read(Path file, String phase, ReadProblems problems) {
    return problems.read(file).flatMap(bytes -> parse(bytes, file, phase, problems));
  }

  private static Optional<LatencyLog> parse(
      byte[] bytes, Path file, String phase, ReadProblems problems) {
    if (bytes.length == 0) {
      problems.add(file, "is empty; left out");
    }
    Intervals intervals = new Intervals(phase);
    try (HistogramLogScanner log = new HistogramLogScanner(new ByteArrayInputStream(bytes))) {
      log.process(intervals);
      return intervals.toLog();
    } catch (RuntimeException e) {
      // The decoder fails on damaged data with whatever exception it runs into.
      problems.add(
          file,
          "holds a damaged histogram after %d intervals of %s; left out"
              .formatted(intervals.seconds.size(), phase));
      return Optional.empty();
    }
  }

  /**
   * Adds up the intervals of one phase and leaves the others undecoded. It fails on an interval
   * that cannot be parsed, which HistogramLogReader takes for the end of the log.
   */
  private static final class Intervals implements HistogramLogScanner.EventHandler {

    private final String phase;
    private final Histogram merged = new Histogram(3);
    private final List<Step.LatencySecond> seconds = new ArrayList<>();

    Intervals(String phase) {
      this.phase = phase;
    }

    Optional<LatencyLog> toLog() {
      return seconds.isEmpty() ? Optional.empty() : Optional.of(new LatencyLog(merged, seconds));
    }

    @Override
    public boolean onHistogram(
        String tag,
        double startSeconds,
        double lengthSeconds,
        HistogramLogScanner.EncodableHistogramSupplier histogram) {
      if (phase.equals(tag)) {
        Histogram second = decode(histogram);
        merged.add(second);
        seconds.add(
            new Step.LatencySecond(
                startSeconds,
                lengthSeconds,
                second.getTotalCount(),
                LatencySummary.percentile(second, 99)));
      }
      return false;
    }

    private static Histogram decode(HistogramLogScanner.EncodableHistogramSupplier histogram) {
      try {
        return (Histogram) histogram.read();
      } catch (DataFormatException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean onException(Throwable failure) {
      throw new IllegalStateException(failure);
    }

    @Override
    public boolean onComment(String comment) {
      return false;
    }

    @Override
    public boolean onBaseTime(double secondsSinceEpoch) {
      return false;
    }

    @Override
    public boolean onStartTime(double secondsSinceEpoch) {
      return false;
    }
  }
}
