package dev.tierbench.loadgen.output;

import static dev.tierbench.run.Units.NANOS_PER_MILLI;

import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.loadgen.result.Tally;
import dev.tierbench.run.record.LatencySummary;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * How a run goes, for a person: one line rewritten each second on a terminal, a line every five
 * seconds elsewhere. Latencies are response times in the open model, else service times.
 */
public final class LiveLine implements RunListener {

  private static final String ERASE_LINE = "\r\033[K";
  private static final double SECONDS_A_LINE = 4.99;

  private final PrintStream err;
  private final boolean terminal;
  private final Histogram nanos = Tally.histogram();
  private String phase = "";
  private double seconds;
  private long ok;
  private long failed;
  private long failedInPhase;

  /**
   * Creates one that prints to {@code err}; {@code terminal} tells whether a line can be rewritten
   * there.
   */
  public LiveLine(PrintStream err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  @Override
  public void connected(int connections, double seconds) {
    err.printf(Locale.ROOT, "%d connections made in %.2f s%n", connections, seconds);
  }

  @Override
  public void phaseStarted(String started, Instant boundary) {
    if (!terminal) {
      err.println("phase " + started + " began");
    }
  }

  @Override
  public void second(Second second) {
    if (!second.phase().equals(phase)) {
      phase = second.phase();
      failedInPhase = 0;
      clear();
    }
    nanos.add(second.counted().latencyNanos());
    seconds += second.seconds();
    ok += second.counted().ok();
    failed += second.counted().failedTotal();
    failedInPhase += second.counted().failedTotal();
    if (terminal || seconds >= SECONDS_A_LINE) {
      err.print(terminal ? ERASE_LINE : "");
      err.printf(
          Locale.ROOT,
          "%s  %.0f s  %.0f requests/s  p50 %s  p99 %s  failed %d%s",
          phase,
          second.phaseSeconds(),
          ok / seconds,
          millis(50),
          millis(99),
          failedInPhase,
          terminal ? "" : System.lineSeparator());
      err.flush();
      clear();
    }
  }

  private void clear() {
    nanos.reset();
    seconds = 0;
    ok = 0;
    failed = 0;
  }

  @Override
  public void phaseEnded(String ended, Instant boundary) {
    if (terminal) {
      err.print(ERASE_LINE);
    }
    err.printf(Locale.ROOT, "phase %s ended%n", ended);
  }

  @Override
  public void ended() {
    if (terminal) {
      err.print(ERASE_LINE);
      err.flush();
    }
  }

  private String millis(double percentile) {
    return LatencySummary.isSupported(nanos.getTotalCount(), percentile)
            && !LatencySummary.isAmongFailed(percentile, ok, failed)
        ? String.format(
            Locale.ROOT, "%.1f ms", nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI)
        : "–";
  }
}
