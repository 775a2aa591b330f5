package dev.tierbench.harness.http.step;

import java.util.Optional;

/**
 * A line that the load generator prints at a phase boundary, and after each second of a phase.
 *
 * @param seconds that a second lasted: one, or the rest of its phase
 */
record LoadEvent(
    String event,
    Optional<String> phase,
    Optional<Long> epochMs,
    Optional<Double> seconds,
    Optional<Long> ok,
    Optional<Long> failed) {

  boolean isConnected() {
    return event.equals("connected");
  }

  boolean isSecondOf(String name) {
    return is("second", name);
  }

  boolean starts(String name) {
    return is("phase-start", name);
  }

  boolean ends(String name) {
    return is("phase-end", name);
  }

  private boolean is(String kind, String name) {
    return event.equals(kind) && phase.filter(name::equals).isPresent();
  }
}
