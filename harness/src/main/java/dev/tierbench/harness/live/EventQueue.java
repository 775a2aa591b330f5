package dev.tierbench.harness.live;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The events that one reader has not taken yet. One that falls far behind is cut off: it connects
 * again, and gets the whole state. Thread-safe.
 */
final class EventQueue {

  private static final int MOST = 2_000;

  /** No event: shows a connection that is gone. */
  static final String HEARTBEAT = ":\n\n";

  /** The last one is empty. */
  private final BlockingQueue<Optional<String>> events = new LinkedBlockingQueue<>();

  private volatile boolean ended;

  /** Comes before all others; set and taken by the reader's thread. */
  private Optional<String> first = Optional.empty();

  void begin(String event) {
    first = Optional.of(event);
  }

  void add(String event) {
    if (ended) {
      return;
    }
    if (events.size() >= MOST) {
      events.clear();
      end();
      return;
    }
    events.add(Optional.of(event));
  }

  /** Closes the queue; events already queued are still delivered. */
  void end() {
    ended = true;
    events.add(Optional.empty());
  }

  /** The next event, or a heartbeat when none came for that long; empty at the end. */
  Optional<String> next(Duration longest) throws InterruptedException {
    if (first.isPresent()) {
      Optional<String> event = first;
      first = Optional.empty();
      return event;
    }
    Optional<String> event = events.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
    return event == null ? Optional.of(HEARTBEAT) : event;
  }
}
