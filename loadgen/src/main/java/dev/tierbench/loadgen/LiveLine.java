package dev.tierbench.loadgen;

import java.io.PrintStream;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** How a run goes, for a person: one line rewritten on a terminal, a line a phase elsewhere. */
final class LiveLine implements RunListener {

  private static final String ERASE_LINE = "\r\033[K";
  private static final double NANOS_PER_MILLI = 1e6;

  private final PrintStream err;
  private final boolean terminal;
  private long failed;

  LiveLine(PrintStream err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  @Override
  public void connected(int connections, double seconds) {
    err.printf(Locale.ROOT, "%d connections made in %.2f s%n", connections, seconds);
  }

  @Override
  public void phaseStarted(String phase) {
    failed = 0;
    if (!terminal) {
      err.println("phase " + phase + " began");
    }
  }

  @Override
  public void second(Second second, Histogram serviceNanos, Histogram responseNanos) {
    failed += second.failed();
    if (terminal) {
      double seconds = second.endSeconds() - second.startSeconds();
      err.printf(
          Locale.ROOT,
          ERASE_LINE + "%s  %.0f s  %.0f requests/s  p50 %s  p99 %s  failed %d",
          second.phase(),
          second.phaseSeconds(),
          second.ok() / seconds,
          millis(serviceNanos, 50),
          millis(serviceNanos, 99),
          failed);
      err.flush();
    }
  }

  @Override
  public void phaseEnded(String phase) {
    if (terminal) {
      err.print(ERASE_LINE);
    }
    err.printf(Locale.ROOT, "phase %s ended%n", phase);
  }

  private static String millis(Histogram nanos, double percentile) {
    return nanos.getTotalCount() == 0
        ? "–"
        : String.format(
            Locale.ROOT, "%.1f ms", nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
  }
}
