package dev.tierbench.observer.measured;

import dev.tierbench.observer.host.Proc;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a process again and again until it has ended, so that what it used is known then; at most
 * the last {@link #INTERVAL} is missing. Thread-safe.
 */
final class LastSeen {

  private static final Duration INTERVAL = Duration.ofMillis(20);

  private volatile Optional<Proc.CpuTimes> cpu = Optional.empty();
  private volatile Map<String, Integer> affinity = Map.of();

  private LastSeen() {}

  /** Starts to read a process that runs. */
  static LastSeen of(Proc proc, long pid) {
    LastSeen seen = new LastSeen();
    seen.read(proc, pid);
    Thread.ofPlatform().name("last-seen").daemon().start(() -> seen.follow(proc, pid));
    return seen;
  }

  private void follow(Proc proc, long pid) {
    try {
      while (read(proc, pid)) {
        Thread.sleep(INTERVAL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it was there. */
  private boolean read(Proc proc, long pid) {
    Optional<Proc.CpuTimes> times = proc.cpu(pid);
    Map<String, Integer> cores = proc.affinity(pid);
    if (times.isPresent()) {
      cpu = times;
    }
    if (!cores.isEmpty()) {
      affinity = cores;
    }
    return times.isPresent();
  }

  /** CPU times that were read last. */
  Optional<Proc.CpuTimes> cpu() {
    return cpu;
  }

  /** How many of its threads may run on which cores, as it was read last. */
  Map<String, Integer> affinity() {
    return affinity;
  }
}
