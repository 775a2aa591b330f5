package dev.tierbench.loadgen.output;

import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.loadgen.result.Tally;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.LatencySummary;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;

/**
 * Prints each event of a run as a line of JSON.
 *
 * @param latencies whether the event of a second has its percentiles
 */
public record EventStream(PrintStream out, Clock clock, boolean latencies) implements RunListener {

  @Override
  public void connected(int connections, double seconds) {
    print(LoadEvent.connected(clock.millis(), connections, seconds));
  }

  @Override
  public void phaseStarted(String phase, Instant boundary) {
    print(LoadEvent.phaseStart(boundary.toEpochMilli(), phase));
  }

  @Override
  public void second(Second second) {
    Tally counted = second.counted();
    double seconds = Math.round(second.seconds() * 1e3) / 1e3;
    LoadEvent event =
        LoadEvent.second(
            clock.millis(), second.phase(), seconds, counted.ok(), counted.failedTotal());
    print(latencies ? event.withLatency(known(counted)) : event);
  }

  private static LatencySummary known(Tally counted) {
    return KnownLatencies.of(
        LatencySummary.ofNanos(counted.latencyNanos()), counted.ok(), counted.failedTotal());
  }

  @Override
  public void phaseEnded(String phase, Instant boundary) {
    print(LoadEvent.phaseEnd(boundary.toEpochMilli(), phase));
  }

  /** Prints that the run is over and its files are written. */
  public void done(int exitCode) {
    print(LoadEvent.done(clock.millis(), exitCode));
  }

  private void print(LoadEvent event) {
    out.println(RunJson.toJsonLine(event));
    out.flush();
  }
}
