package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.drive.LoadListener;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The turns of a cell of a round: one server at a time has load, in an order that is known before.
 * Each server has a generator of its own, whose load rests in {@link PhaseName#PAUSE} until it is
 * its server's turn. The first turn begins when all of them are there: a generator that still warms
 * itself up takes cores. Thread-safe.
 */
public final class WindowTurns {

  private static final long GLANCE_MILLIS = 50;

  private final Deque<String> order;
  private final Set<String> absent;
  private final int windows;

  /**
   * Turns in that order.
   *
   * @param order of servers, by the name of the subject; each as often as it has turns
   * @param windows that each has in its turns
   */
  public WindowTurns(List<String> order, int windows) {
    this.order = new ArrayDeque<>(order);
    this.absent = new HashSet<>(order);
    this.windows = windows;
  }

  /** The windows that each server has in its turns. */
  public int windows() {
    return windows;
  }

  /** The listener that waits for the turns of a server, and ends each with its load. */
  public LoadListener of(String server) {
    Turns turns = turns(server);
    return (loadgen, event) -> turns.on(event, loadgen, loadgen::writeLine);
  }

  Turns turns(String server) {
    return new Turns(server);
  }

  /** Gives up all turns that a server still has. */
  public synchronized void leave(String server) {
    order.removeIf(server::equals);
    absent.remove(server);
    notifyAll();
  }

  private synchronized void await(String server, RunningTier loadgen)
      throws IOException, InterruptedException {
    absent.remove(server);
    notifyAll();
    while (!absent.isEmpty() || !server.equals(order.peek())) {
      if (!loadgen.isAlive()) {
        throw new IOException(loadgen.howItEnded() + " while it waited for its turn");
      }
      wait(GLANCE_MILLIS);
    }
  }

  private synchronized void end() {
    order.remove();
    notifyAll();
  }

  /** The turns of one server. Confined to the thread of its load's events. */
  final class Turns {

    private final String server;
    private boolean mine;

    private Turns(String server) {
      this.server = server;
    }

    /**
     * Handles an event.
     *
     * @param line to the load generator
     */
    void on(LoadEvent event, RunningTier loadgen, SettlePhase.Line line)
        throws IOException, InterruptedException {
      if (!event.starts(PhaseName.PAUSE)) {
        return;
      }
      if (mine) {
        mine = false;
        end();
      }
      await(server, loadgen);
      mine = true;
      line.send(new GoCommand(PhaseName.PAUSE).line());
    }
  }
}
