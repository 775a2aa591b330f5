package dev.tierbench.loadgen;

import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.RunJson;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import org.HdrHistogram.Histogram;

/** Prints each event of a run as a line of JSON. */
final class EventStream implements RunListener {

  private final PrintStream out;
  private final Clock clock;
  private final boolean latencies;

  /**
   * @param latencies whether the event of a second has its percentiles
   */
  EventStream(PrintStream out, Clock clock, boolean latencies) {
    this.out = out;
    this.clock = clock;
    this.latencies = latencies;
  }

  @Override
  public void connected(int connections, double seconds) {
    print(LoadEvent.connected(clock.millis(), connections, seconds));
  }

  @Override
  public void phaseStarted(String phase, Instant boundary) {
    print(LoadEvent.phaseStart(boundary.toEpochMilli(), phase));
  }

  @Override
  public void second(Second second, Histogram serviceNanos, Histogram responseNanos) {
    double seconds = Math.round((second.endSeconds() - second.startSeconds()) * 1e3) / 1e3;
    LoadEvent event =
        LoadEvent.second(clock.millis(), second.phase(), seconds, second.ok(), second.failed());
    print(latencies ? event.withLatency(latency(serviceNanos, responseNanos)) : event);
  }

  private static LatencySummary latency(Histogram serviceNanos, Histogram responseNanos) {
    return LatencySummary.ofNanos(responseNanos.getTotalCount() > 0 ? responseNanos : serviceNanos);
  }

  @Override
  public void phaseEnded(String phase, Instant boundary) {
    print(LoadEvent.phaseEnd(boundary.toEpochMilli(), phase));
  }

  /** The run is over and its files are written. */
  void done(int exitCode) {
    print(LoadEvent.done(clock.millis(), exitCode));
  }

  private void print(LoadEvent event) {
    out.println(RunJson.toJsonLine(event));
    out.flush();
  }
}
