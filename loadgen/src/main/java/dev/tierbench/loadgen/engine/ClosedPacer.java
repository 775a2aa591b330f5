package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.result.Ledger;
import java.util.LinkedHashSet;

/**
 * The closed model: a connection that becomes free sends again at once. With a spread start one
 * leader measures a service time first, and the others begin evenly over that time; without it all
 * begin at once and would march in step. In an idle phase they wait.
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
  private long ledNanos;

  /** The time over which connections begin evenly. */
  private long spreadNanos;

  private enum Stage {
    /** Nothing is sent yet. */
    BEFORE,
    /** One request measures the service time. */
    LEADING,
    /** Each connection has begun, or has its time to begin. */
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
    if (isIdle(clock.nanoTime())) {
      return;
    }
    if (!spread || waiting.size() < 2) {
      stage = Stage.RUNNING;
      while (!waiting.isEmpty()) {
        waiting.removeFirst().sendIfIdle(clock.nanoTime());
      }
      return;
    }
    stage = Stage.LEADING;
    ledNanos = clock.nanoTime();
    leader = waiting.removeFirst();
    leader.sendIfIdle(ledNanos);
    long sinceNanos = ledNanos;
    timer.at(ledNanos + LONGEST_SPREAD_NANOS, () -> giveUpOnLeader(sinceNanos));
  }

  private void giveUpOnLeader(long sinceNanos) {
    if (stage == Stage.LEADING && ledNanos == sinceNanos && !isIdle(clock.nanoTime())) {
      follow(clock.nanoTime(), LONGEST_SPREAD_NANOS);
    }
  }

  private boolean isIdle(long nowNanos) {
    ledger.at(nowNanos);
    return ledger.isIdle();
  }

  /** Lets the connections that wait begin one by one, evenly over a time. */
  private void follow(long nowNanos, long overNanos) {
    stage = Stage.RUNNING;
    spreadNanos = overNanos;
    long gapNanos = spreadNanos / (waiting.size() + 1);
    long dueNanos = nowNanos + (long) (gapNanos * offset);
    for (Connection connection : waiting) {
      dueNanos += gapNanos;
      timer.at(dueNanos, () -> start(connection));
    }
    waiting.clear();
  }

  private void start(Connection connection) {
    long nowNanos = clock.nanoTime();
    if (isIdle(nowNanos)) {
      waiting.add(connection);
    } else {
      connection.sendIfIdle(nowNanos);
    }
  }

  @Override
  public void resume(long nowNanos) {
    if (stage == Stage.RUNNING) {
      follow(nowNanos, spreadNanos);
    } else {
      // Nothing was sent so far, or too little to learn a service time from.
      begin(nowNanos);
    }
  }

  @Override
  public void free(Connection connection, long nowNanos) {
    if (isIdle(nowNanos)) {
      waiting.add(connection);
    } else if (stage == Stage.RUNNING) {
      connection.send(nowNanos);
    } else if (connection == leader) {
      follow(nowNanos, Math.min(nowNanos - ledNanos, LONGEST_SPREAD_NANOS));
      connection.send(clock.nanoTime());
    } else {
      waiting.add(connection);
    }
  }

  /**
   * Stops waiting for the connection's first send; in the closed model it sends again as soon as it
   * is reconnected.
   */
  @Override
  public void lost(Connection connection) {
    waiting.remove(connection);
  }

  /** A request that would be sent fails with the connection; in an idle phase none would be. */
  @Override
  public boolean failedToConnect(long nowNanos) {
    return !isIdle(nowNanos) && ledger.failedToConnect(nowNanos);
  }

  @Override
  public void answered(Connection connection, long nowNanos) {
    ledger.ok(nowNanos, connection.sentNanos());
  }
}
