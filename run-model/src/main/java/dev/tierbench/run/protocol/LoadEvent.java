package dev.tierbench.run.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tierbench.run.Named;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.record.LatencySummary;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * A line that the load generator prints at a phase boundary, and after each second of a phase, so
 * that a caller can take its own snapshots there. The time of a boundary is its own and not that of
 * the printing: the difference is how late the caller is.
 *
 * @param seconds that a second lasted (one, or the rest of its phase), or connecting took
 * @param p50Us of the second's latencies, when the generator was asked for them: response times in
 *     the open model, else service times
 * @param p99Us the same
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
@RecordBuilder
@RecordBuilder.Options(
    addConcreteSettersForOptional = RecordBuilder.ConcreteSettersForOptionalMode.ENABLED)
public record LoadEvent(
    Type event,
    long epochMs,
    Optional<String> phase,
    Optional<Double> seconds,
    Optional<Long> ok,
    Optional<Long> failed,
    Optional<Double> p50Us,
    Optional<Double> p99Us,
    Optional<Integer> connections,
    Optional<Integer> exitCode) {

  /** What happened. */
  public enum Type implements Named {
    CONNECTED,
    PHASE_START,
    SECOND,
    PHASE_END,
    DONE
  }

  private static LoadEventBuilder of(Type event, long epochMs) {
    return LoadEventBuilder.builder().event(event).epochMs(epochMs);
  }

  public static LoadEvent connected(long epochMs, int connections, double seconds) {
    return of(Type.CONNECTED, epochMs).connections(connections).seconds(seconds).build();
  }

  public static LoadEvent phaseStart(long epochMs, String phase) {
    return of(Type.PHASE_START, epochMs).phase(phase).build();
  }

  public static LoadEvent phaseEnd(long epochMs, String phase) {
    return of(Type.PHASE_END, epochMs).phase(phase).build();
  }

  /** A second of a phase is over. */
  public static LoadEvent second(long epochMs, String phase, double seconds, long ok, long failed) {
    return of(Type.SECOND, epochMs).phase(phase).seconds(seconds).ok(ok).failed(failed).build();
  }

  /** The same event with the percentiles that enough requests support. */
  public LoadEvent withLatency(LatencySummary latency) {
    return LoadEventBuilder.builder(this).p50Us(latency.p50()).p99Us(latency.p99()).build();
  }

  /** The run is over and its files are written. */
  public static LoadEvent done(long epochMs, int exitCode) {
    return of(Type.DONE, epochMs).exitCode(exitCode).build();
  }

  public boolean isSecondOf(PhaseName name) {
    return is(Type.SECOND, name);
  }

  public boolean starts(PhaseName name) {
    return is(Type.PHASE_START, name);
  }

  public boolean ends(PhaseName name) {
    return is(Type.PHASE_END, name);
  }

  private boolean is(Type kind, PhaseName name) {
    return event == kind && phase.filter(name::is).isPresent();
  }
}
