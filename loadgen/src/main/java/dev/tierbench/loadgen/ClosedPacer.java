package dev.tierbench.loadgen;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

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
  private final boolean spread;
  private final Set<Connection> waiting = new LinkedHashSet<>();
  private Stage stage = Stage.BEFORE;
  private Connection leader;
  private long stageNanos;
  private long gapNanos;
  private Iterator<Connection> followers;
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

  ClosedPacer(Ledger ledger, Timer timer, boolean spread) {
    this.ledger = ledger;
    this.timer = timer;
    this.spread = spread;
  }

  @Override
  public void begin(long nowNanos) {
    if (!spread || waiting.size() < 2) {
      stage = Stage.RUNNING;
      waiting.forEach(connection -> connection.send(nowNanos));
      waiting.clear();
      return;
    }
    stage = Stage.LEADING;
    stageNanos = nowNanos;
    leader = waiting.iterator().next();
    waiting.remove(leader);
    leader.send(nowNanos);
    timer.at(nowNanos + LONGEST_SPREAD_NANOS);
  }

  @Override
  public void free(Connection connection, long nowNanos) {
    switch (stage) {
      case BEFORE -> waiting.add(connection);
      case LEADING -> {
        if (connection == leader) {
          lead(nowNanos);
          connection.send(nowNanos);
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
    stageNanos = nowNanos;
    followers = waiting.iterator();
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
    for (long due = (nowNanos - stageNanos) / gapNanos; started < due && followers.hasNext(); started++) {
      followers.next().sendIfIdle(nowNanos);
    }
    if (followers.hasNext()) {
      timer.at(stageNanos + (started + 1) * gapNanos);
    } else {
      stage = Stage.RUNNING;
    }
  }

  @Override
  public void lost(Connection connection) {
    // It sends again when it is back: a connection holds its own place in the closed model.
  }

  @Override
  public void answered(Connection connection, long nowNanos) {
    ledger.ok(nowNanos, connection.sentNanos());
  }
}
