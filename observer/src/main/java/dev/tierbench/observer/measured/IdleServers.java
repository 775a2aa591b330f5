package dev.tierbench.observer.measured;

import dev.tierbench.observer.host.Proc;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The servers of this host that are up in a round, of which one has load at a time: its window
 * shows what collectors and compilers of the others did in it. Thread-safe.
 */
public final class IdleServers {

  private final Proc proc;
  private final Map<String, Server> byName = new ConcurrentHashMap<>();

  /** A process, and when it started, which a later one of the same PID did not. */
  private record Server(long pid, long startTicks) {}

  /** Servers of this host, none of which is up yet. */
  public IdleServers() {
    this(Proc.REAL);
  }

  IdleServers(Proc proc) {
    this.proc = proc;
  }

  /** Knows that a server is up now, in place of one of that name before. */
  public void add(String name, long pid) {
    proc.startTicks(pid).ifPresent(start -> byName.put(name, new Server(pid, start)));
  }

  /**
   * CPU time of each server but that one so far, in ns by pid, without those that are gone. Two
   * names may be those of one process, which is then no other.
   */
  public Map<Long, Long> cpuOfOthers(String name) {
    Optional<Server> own = Optional.ofNullable(byName.get(name));
    Map<Long, Long> cpu = new HashMap<>();
    for (Server server : byName.values()) {
      if (own.filter(server::equals).isEmpty() && isUp(server)) {
        proc.cpu(server.pid()).ifPresent(times -> cpu.put(server.pid(), times.totalNs()));
      }
    }
    return cpu;
  }

  private boolean isUp(Server server) {
    return proc.startTicks(server.pid()).filter(start -> start == server.startTicks()).isPresent();
  }

  /** CPU time between two readings; empty without others, or when they are not the same ones. */
  public static Optional<Long> between(Map<Long, Long> from, Map<Long, Long> to) {
    return from.isEmpty() || !from.keySet().equals(to.keySet())
        ? Optional.empty()
        : Optional.of(
            to.entrySet().stream().mapToLong(now -> now.getValue() - from.get(now.getKey())).sum());
  }
}
