package dev.tierbench.report.folder;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
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
 * Other phases stay undecoded. An interval that cannot be parsed is a failure, where
 * HistogramLogReader takes it for the end of the log.
 */
final class LatencyLog implements HistogramLogScanner.EventHandler {

  /** A second each, of more than a day. */
  private static final int MOST_INTERVALS = 100_000;

  private final String phase;
  private final Histogram merged = new Histogram(3);
  private final List<Step.LatencySecond> seconds = new ArrayList<>();

  private LatencyLog(String phase) {
    this.phase = phase;
  }

  /**
   * The tag of a phase. In the open model the response time counts, which starts when a request was
   * due.
   */
  static String tag(Step step, PhaseName phase) {
    boolean open = step.http().load(phase).flatMap(LoadResult.Phase::responseTimeUs).isPresent();
    return open ? RunFolder.responseTag(phase.id()) : phase.id();
  }

  /** The phase of that name; empty when the file is missing, damaged or without it. */
  static Optional<LatencyLog> read(Path file, String phase, ReadProblems problems) {
    return problems
        .read(file, RunFile.LATENCIES)
        .flatMap(bytes -> parse(bytes, file, phase, problems));
  }

  private static Optional<LatencyLog> parse(
      byte[] bytes, Path file, String phase, ReadProblems problems) {
    if (bytes.length == 0) {
      problems.add(file, "is empty; left out");
    }
    LatencyLog log = new LatencyLog(phase);
    try (HistogramLogScanner scanner = new HistogramLogScanner(new ByteArrayInputStream(bytes))) {
      scanner.process(log);
      return log.seconds.isEmpty() ? Optional.empty() : Optional.of(log);
    } catch (RuntimeException e) {
      // The decoder fails on damaged data with whatever exception it runs into.
      problems.add(
          file,
          "holds a damaged histogram after %d intervals of %s; left out"
              .formatted(log.seconds.size(), phase));
      return Optional.empty();
    }
  }

  /** All seconds of the phase, in nanoseconds; nothing is lost by adding histograms. */
  Histogram merged() {
    return merged;
  }

  /** The phase second by second. */
  List<Step.LatencySecond> seconds() {
    return seconds;
  }

  @Override
  public boolean onHistogram(
      String tag,
      double startSeconds,
      double lengthSeconds,
      HistogramLogScanner.EncodableHistogramSupplier histogram) {
    if (phase.equals(tag)) {
      if (seconds.size() == MOST_INTERVALS) {
        throw new IllegalStateException("more than " + MOST_INTERVALS + " intervals");
      }
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
