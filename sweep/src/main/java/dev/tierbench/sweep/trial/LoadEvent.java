package dev.tierbench.sweep.trial;

import java.util.Optional;

/** A line that the load generator prints at an edge of its run. */
record LoadEvent(String event, Optional<String> phase, Optional<Long> epochMs) {

  boolean isConnected() {
    return event.equals("connected");
  }

  boolean starts(String name) {
    return event.equals("phase-start") && phase.filter(name::equals).isPresent();
  }

  boolean ends(String name) {
    return event.equals("phase-end") && phase.filter(name::equals).isPresent();
  }
}
