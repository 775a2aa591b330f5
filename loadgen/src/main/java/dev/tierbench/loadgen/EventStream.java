package dev.tierbench.loadgen;

import dev.tierbench.run.RunJson;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * One JSON line at each edge of a run, so that a caller can take its own snapshots there, and one
 * for each second of a phase. The time of an edge is its own and not that of the printing: the
 * difference is how late the caller is.
 */
final class EventStream implements RunListener {

  private final PrintStream out;
  private final Clock clock;

  EventStream(PrintStream out, Clock clock) {
    this.out = out;
    this.clock = clock;
  }

  @Override
  public void connected(int connections, double seconds) {
    Map<String, Object> event = event("connected");
    event.put("connections", connections);
    event.put("connect_seconds", seconds);
    print(event);
  }

  @Override
  public void phaseStarted(String phase, Instant edge) {
    phase("phase-start", phase, edge);
  }

  @Override
  public void second(Second second, Histogram serviceNanos, Histogram responseNanos) {
    Map<String, Object> event = event("second");
    event.put("phase", second.phase());
    event.put("seconds", Math.round((second.endSeconds() - second.startSeconds()) * 1e3) / 1e3);
    event.put("ok", second.ok());
    event.put("failed", second.failed());
    print(event);
  }

  @Override
  public void phaseEnded(String phase, Instant edge) {
    phase("phase-end", phase, edge);
  }

  /** The run is over and its files are written. */
  void done(int exitCode) {
    Map<String, Object> event = event("done");
    event.put("exit_code", exitCode);
    print(event);
  }

  private void phase(String kind, String phase, Instant edge) {
    Map<String, Object> event = event(kind, edge);
    event.put("phase", phase);
    print(event);
  }

  private Map<String, Object> event(String kind) {
    return event(kind, clock.instant());
  }

  private static Map<String, Object> event(String kind, Instant at) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("event", kind);
    event.put("epoch_ms", at.toEpochMilli());
    return event;
  }

  private void print(Map<String, Object> event) {
    out.println(RunJson.toJsonLine(event));
    out.flush();
  }
}
