package dev.tierbench.observer.profile;

import dev.tierbench.run.ProfileKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;

/** Which events of a recording are of which kind of profile, and how much each stands for. */
record EventWeights(Map<String, Event> events) {

  EventWeights {
    events = Map.copyOf(events);
  }

  record Event(ProfileKind kind, Weight weight) {}

  /** How much an event stands for, in the unit of the kind's weight. */
  interface Weight {
    long of(RecordedEvent event);
  }

  /** Weights of samples at an interval. */
  static Weight every(Duration interval) {
    return event ->
        interval.toNanos() * (event.hasField("samples") ? event.getLong("samples") : 1L);
  }

  /** Weights of events that have a duration. */
  static long duration(RecordedEvent event) {
    return event.getDuration().toNanos();
  }

  /** The kinds that there are events of. */
  List<ProfileKind> kinds() {
    return events.values().stream().map(Event::kind).distinct().sorted().toList();
  }

  boolean has(String event) {
    return events.containsKey(event);
  }

  Optional<Event> of(RecordedEvent event) {
    return Optional.ofNullable(events.get(event.getEventType().getName()));
  }
}
