package dev.tierbench.harness.live;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.Timetable;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.protocol.LiveState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** What there is to show of the runs of a program, and the readers of what changes. Thread-safe. */
final class LiveBoard {

  /** Ten minutes of seconds. */
  static final int MOST_SECONDS = 600;

  static final int MOST_LINES = 500;

  /** Open pages: each is a copy of every event. */
  static final int MOST_READERS = 8;

  private static final double MOST_SECONDS_OLD = 5;

  private final LongSupplier nanoTime;
  private final long startNanos;
  private final List<EventQueue> readers = new CopyOnWriteArrayList<>();
  private final Deque<LiveState.Second> seconds = new ArrayDeque<>();
  private final Deque<String> log = new ArrayDeque<>();
  private final List<LiveState.Result> results = new ArrayList<>();
  private final List<LiveState.Report> reports = new ArrayList<>();
  private LiveTotals totals = LiveTotals.NONE;
  private String name = "";
  private Optional<Timetable> timetable = Optional.empty();
  private long lastSecondNanos;
  private Optional<Integer> exitCode = Optional.empty();

  LiveBoard(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
  }

  /**
   * A reader, which gets all that there is and then what is added; empty when there are too many.
   * The text of the state is made without the lock, for which the run would wait.
   */
  Optional<EventQueue> read() {
    EventQueue reader = new EventQueue();
    LiveState now;
    synchronized (this) {
      if (readers.size() >= MOST_READERS) {
        return Optional.empty();
      }
      now = state();
      readers.add(reader);
    }
    reader.begin(event(LiveState.STATE, now));
    return Optional.of(reader);
  }

  void leave(EventQueue reader) {
    readers.remove(reader);
  }

  int readers() {
    return readers.size();
  }

  /** A run begins, whose parts were planned to take that long. */
  synchronized void beginsRun(String run, double plannedSeconds) {
    name = run;
    timetable = Optional.of(new Timetable(nanoTime, run, plannedSeconds));
    send(LiveState.POSITION, position());
  }

  synchronized void begins(String what, double plannedSeconds) {
    timetable.ifPresent(of -> of.begins(what, plannedSeconds));
    send(LiveState.POSITION, position());
  }

  /** Something that the plan did not have will take that long. */
  synchronized void adds(double extra) {
    timetable.ifPresent(of -> of.adds(extra));
    send(LiveState.POSITION, position());
  }

  synchronized void say(String text) {
    String line = "[" + Durations.clock(seconds(startNanos)) + "] " + text;
    log.add(line);
    if (log.size() > MOST_LINES) {
      log.removeFirst();
    }
    send(LiveState.LINE, line);
  }

  synchronized void second(LiveState.Second second) {
    seconds.add(second);
    if (seconds.size() > MOST_SECONDS) {
      seconds.removeFirst();
    }
    lastSecondNanos = nanoTime.getAsLong();
    totals = totals.with(second);
    send(LiveState.SECOND, second);
  }

  synchronized void judged(LiveState.Result result) {
    results.add(result);
    send(LiveState.RESULT, result);
  }

  synchronized void reported(LiveState.Report report) {
    reports.add(report);
    send(LiveState.REPORT, report);
  }

  /** Nothing is under way any more. */
  synchronized void ends(int code) {
    exitCode = Optional.of(code);
    timetable = Optional.empty();
    send(LiveState.END, code);
  }

  /** The last event of every reader. */
  synchronized void close() {
    send(LiveState.CLOSED, true);
    readers.forEach(EventQueue::end);
  }

  synchronized LiveState state() {
    return new LiveState(
        LiveState.SCHEMA,
        name,
        position(),
        List.copyOf(seconds),
        results,
        List.copyOf(log),
        reports,
        exitCode);
  }

  /** State as OpenMetrics text; the last second is left out when it is old. */
  String metrics() {
    LiveState now;
    LiveTotals sums;
    boolean recent;
    synchronized (this) {
      now = state();
      sums = totals;
      recent = seconds(lastSecondNanos) <= MOST_SECONDS_OLD;
    }
    return LiveMetrics.of(now, sums, recent);
  }

  private Optional<LiveState.Position> position() {
    return timetable.map(Timetable::position);
  }

  private double seconds(long sinceNanos) {
    return (nanoTime.getAsLong() - sinceNanos) / NANOS_PER_SECOND;
  }

  private void send(String kind, Object data) {
    if (!readers.isEmpty()) {
      String event = event(kind, data);
      readers.forEach(reader -> reader.add(event));
    }
  }

  /** Formats a server-sent event; JSON on one line holds no line break. */
  private static String event(String kind, Object data) {
    return "event: " + kind + "\ndata: " + RunJson.toJsonLine(data) + "\n\n";
  }
}
