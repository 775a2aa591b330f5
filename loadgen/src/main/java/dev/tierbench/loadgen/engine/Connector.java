package dev.tierbench.loadgen.engine;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Makes the connections of one loop before the load begins, a few at a time. Confined to its loop,
 * except {@link #established} and {@link #connected}.
 */
final class Connector {

  /** Attempts of one loop that may be under way at once. */
  private static final int CONNECTING_AT_ONCE = 256;

  /** Attempts with TLS: each takes work of the loop, for which the others wait. */
  private static final int HANDSHAKING_AT_ONCE = 32;

  private final List<Connection> connections;
  private final int atOnce;
  private final CompletableFuture<Void> connected = new CompletableFuture<>();

  /** What {@link #established} counts. */
  private final Set<Object> carriers = Collections.newSetFromMap(new IdentityHashMap<>());

  private int attempted;

  /** Attempts that are to begin, and whether one does. */
  private int wanted;

  private boolean beginning;
  private int made;
  private volatile int established;

  Connector(List<Connection> connections, boolean overTls) {
    this.connections = connections;
    atOnce = overTls ? HANDSHAKING_AT_ONCE : CONNECTING_AT_ONCE;
  }

  /** Begins the first attempts; each that succeeds begins the next. */
  void begin() {
    for (int i = 0; i < atOnce; i++) {
      connectNext();
    }
  }

  /** An attempt that succeeds at once would begin the next one inside it. */
  private void connectNext() {
    wanted++;
    if (beginning) {
      return;
    }
    beginning = true;
    for (; wanted > 0; wanted--) {
      attempt();
    }
    beginning = false;
  }

  private void attempt() {
    if (attempted == connections.size() || connected.isDone()) {
      return;
    }
    Connection next = connections.get(attempted++);
    next.connect(done -> {
      if (!done.isSuccess()) {
        fail(done.cause());
        return;
      }
      carriers.add(next.carrier());
      established = carriers.size();
      if (++made == connections.size()) {
        connected.complete(null);
      } else {
        connectNext();
      }
    });
  }

  /** Fails {@link #connected}, so that no more connections are made. */
  void fail(Throwable cause) {
    connected.completeExceptionally(cause);
  }

  /** Returns a future that completes with the last connection and fails with the first cause. */
  CompletableFuture<Void> connected() {
    return connected;
  }

  /** Counts the TCP connections that are open now; what was lost since it was made is left out. */
  void recount() {
    carriers.clear();
    connections.stream().filter(Connection::isIdle).map(Connection::carrier).forEach(carriers::add);
    established = carriers.size();
  }

  /** Returns the TCP connections made, or those that the last {@link #recount} found open. */
  int established() {
    return established;
  }
}
