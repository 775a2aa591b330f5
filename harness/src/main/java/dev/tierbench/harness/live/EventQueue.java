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

  /** No event: takes the place of nothing while the reader is alive. */
  static final String HEARTBEAT = ":\n\n";

  private static final String END = "";

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private volatile boolean ended;

  void add(String event) {
    if (ended) {
      return;
    }
    if (events.size() >= MOST) {
      events.clear();
      end();
      return;
    }
    events.add(event);
  }

  /** Those that are there are still taken. */
  void end() {
    ended = true;
    events.add(END);
  }

  /** The next event, or a heartbeat when none came for that long; empty at the end. */
  Optional<String> next(Duration longest) throws InterruptedException {
    String event = events.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
    if (event == null) {
      return Optional.of(HEARTBEAT);
    }
    return event.equals(END) ? Optional.empty() : Optional.of(event);
  }
}
