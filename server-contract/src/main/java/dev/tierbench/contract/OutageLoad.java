package dev.tierbench.contract;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Clients that ask without pause until closed, while the next tier goes and returns. */
public final class OutageLoad implements AutoCloseable {
  private static final int OK = 200;
  private static final int BAD_GATEWAY = 502;

  private final ServerUnderTest server;
  private final String path;
  private final int number;

  /**
   * What the next tier was when a request began: how it may end depends on that, whenever it ends.
   */
  public enum Phase {
    BEFORE,
    DOWN,
    /** The next tier is back, and connections of before may still fail, each once. */
    RETURNED,
    /** The server has answered often enough since that nothing is left to fail. */
    NOTICED
  }

  private record Ending(Phase begun, int status) {}

  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<Ending, AtomicInteger> endings = new ConcurrentHashMap<>();
  private final AtomicReference<String> lost = new AtomicReference<>();
  private volatile Phase phase = Phase.BEFORE;
  private volatile boolean running = true;

  /**
   * Clients of a server.
   *
   * @param path that they ask for
   */
  public OutageLoad(ServerUnderTest server, String path, int number) {
    this.server = server;
    this.path = path;
    this.number = number;
  }

  public void start() {
    for (int i = 0; i < number; i++) {
      clients.execute(this::ask);
    }
  }

  private void ask() {
    try {
      while (running) {
        Phase begun = phase;
        int status = server.get(path).statusCode();
        endings
            .computeIfAbsent(new Ending(begun, status), any -> new AtomicInteger())
            .incrementAndGet();
      }
    } catch (AssertionError noAnswer) {
      lost.set(noAnswer.getMessage());
    }
  }

  /** Requests that begin from now on are of that phase. */
  public void enter(Phase next) {
    phase = next;
  }

  public int count(Phase begun, int status) {
    return endings.getOrDefault(new Ending(begun, status), new AtomicInteger()).get();
  }

  /**
   * Waits for more than that many rounds of answers. Whatever is neither a 200 nor a 502 ends the
   * wait.
   */
  public void awaitMore(Phase begun, int status, int rounds, String what)
      throws InterruptedException {
    Patience.await(
        what,
        () -> {
          assertAnswered();
          return count(begun, status) > rounds * number;
        });
  }

  public void assertAnswered() {
    Expect.that(lost.get() == null, "%s", lost.get());
    Set<Integer> statuses =
        endings.keySet().stream().map(Ending::status).collect(Collectors.toSet());
    Expect.that(
        Set.of(OK, BAD_GATEWAY).containsAll(statuses),
        "statuses other than 200 and 502 around an outage of the next tier: %s",
        statuses);
  }

  @Override
  public void close() {
    running = false;
    clients.close();
  }
}
