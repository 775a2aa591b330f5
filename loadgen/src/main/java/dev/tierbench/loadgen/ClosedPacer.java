package dev.tierbench.loadgen;

import java.util.LinkedHashSet;

/**
 * The closed model: a connection that becomes free sends again at once. With a spread start one
 * leader measures a service time first, and the others begin evenly over that time; without it all
 * begin at once and would march in step.
 */
final class ClosedPacer implements Pacer {

  /** A leader that has no answer by then does not hold the others back any longer. */
  private static final long LONGEST_SPREAD_NANOS = 1_000_000_000L;

  private final Ledger ledger;
  private final Timer timer;
  private final NanoClock clock;
  private final boolean spread;
  private final double offset;

  /** Connections that are open and have not begun yet, in the order in which they came. */
  private final LinkedHashSet<Connection> waiting = new LinkedHashSet<>();

  private Stage stage = Stage.BEFORE;
  private Connection leader;
  private long stageNanos;
  private long gapNanos;
  private long started;

  private enum Stage {
    /** Nothing is sent yet. */
    BEFORE,
    /** One request measures the service time. */
    LEADING,
    /** The others begin one by one. */
    SPREADING,
    RUNNING
  }

  /**
   * @param offset where between two followers of the first loop this loop's own begin, 0 to 1
   */
  ClosedPacer(Ledger ledger, Timer timer, NanoClock clock, boolean spread, double offset) {
    this.ledger = ledger;
    this.timer = timer;
    this.clock = clock;
    this.spread = spread;
    this.offset = offset;
  }

  @Override
  public void begin(long nowNanos) {
    if (!spread || waiting.size() < 2) {
      stage = Stage.RUNNING;
      while (!waiting.isEmpty()) {
        sendNext();
      }
      return;
    }
    stage = Stage.LEADING;
    stageNanos = clock.nanoTime();
    leader = waiting.removeFirst();
    leader.sendIfIdle(stageNanos);
    timer.at(stageNanos + LONGEST_SPREAD_NANOS);
  }

  private void sendNext() {
    waiting.removeFirst().sendIfIdle(clock.nanoTime());
  }

  @Override
  public void free(Connection connection, long nowNanos) {
    switch (stage) {
      case BEFORE -> waiting.add(connection);
      case LEADING -> {
        if (connection == leader) {
          lead(nowNanos);
          connection.send(clock.nanoTime());
        } else {
          waiting.add(connection);
        }
      }
      case SPREADING, RUNNING -> connection.send(nowNanos);
    }
  }

  private void lead(long nowNanos) {
    stage = Stage.SPREADING;
    long spreadNanos = Math.min(nowNanos - stageNanos, LONGEST_SPREAD_NANOS);
    gapNanos = Math.max(1, spreadNanos / (waiting.size() + 1));
    stageNanos = nowNanos + (long) (gapNanos * offset);
    pump(nowNanos);
  }

  @Override
  public void pump(long nowNanos) {
    if (stage == Stage.LEADING && nowNanos - stageNanos >= LONGEST_SPREAD_NANOS) {
      lead(nowNanos);
    }
    if (stage != Stage.SPREADING) {
      return;
    }
    for (long due = (nowNanos - stageNanos) / gapNanos;
        started < due && !waiting.isEmpty();
        started++) {
      sendNext();
    }
    if (waiting.isEmpty()) {
      stage = Stage.RUNNING;
    } else {
      timer.at(stageNanos + (started + 1) * gapNanos);
    }
  }

  /** It sends again when it is back: a connection holds its own place in the closed model. */
  @Override
  public void lost(Connection connection) {
    waiting.remove(connection);
  }

  @Override
  public void answered(Connection connection, long nowNanos) {
    ledger.ok(nowNanos, connection.sentNanos());
  }
}
