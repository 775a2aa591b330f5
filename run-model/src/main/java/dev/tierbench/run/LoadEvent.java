package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;

/**
 * A line that the load generator prints at a phase boundary, and after each second of a phase, so
 * that a caller can take its own snapshots there. The time of a boundary is its own and not that of
 * the printing: the difference is how late the caller is.
 *
 * @param seconds that a second lasted (one, or the rest of its phase), or connecting took
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record LoadEvent(
    Type event,
    long epochMs,
    Optional<String> phase,
    Optional<Double> seconds,
    Optional<Long> ok,
    Optional<Long> failed,
    Optional<Integer> connections,
    Optional<Integer> exitCode) {

  /** What happened. */
  public enum Type {
    @JsonProperty("connected")
    CONNECTED,
    @JsonProperty("phase-start")
    PHASE_START,
    @JsonProperty("second")
    SECOND,
    @JsonProperty("phase-end")
    PHASE_END,
    @JsonProperty("done")
    DONE
  }

  private static LoadEvent of(Type event, long epochMs, Optional<String> phase) {
    return new LoadEvent(
        event,
        epochMs,
        phase,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public static LoadEvent connected(long epochMs, int connections, double seconds) {
    return new LoadEvent(
        Type.CONNECTED,
        epochMs,
        Optional.empty(),
        Optional.of(seconds),
        Optional.empty(),
        Optional.empty(),
        Optional.of(connections),
        Optional.empty());
  }

  public static LoadEvent phaseStart(long epochMs, String phase) {
    return of(Type.PHASE_START, epochMs, Optional.of(phase));
  }

  public static LoadEvent phaseEnd(long epochMs, String phase) {
    return of(Type.PHASE_END, epochMs, Optional.of(phase));
  }

  /** A second of a phase is over. */
  public static LoadEvent second(long epochMs, String phase, double seconds, long ok, long failed) {
    return new LoadEvent(
        Type.SECOND,
        epochMs,
        Optional.of(phase),
        Optional.of(seconds),
        Optional.of(ok),
        Optional.of(failed),
        Optional.empty(),
        Optional.empty());
  }

  /** The run is over and its files are written. */
  public static LoadEvent done(long epochMs, int exitCode) {
    return new LoadEvent(
        Type.DONE,
        epochMs,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(exitCode));
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
    return event == kind && phase.filter(name.id()::equals).isPresent();
  }
}
