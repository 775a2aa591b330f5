package dev.tierbench.observer.measured;

import dev.tierbench.observer.host.HostTimes;
import dev.tierbench.observer.host.NetworkCounters;
import java.util.Map;
import java.util.Optional;

/**
 * What a host and the processes watched on it used so far.
 *
 * @param nanoTime of the host's own monotonic clock: only the difference of two of one host has a
 *     meaning
 * @param times by the name of the process
 */
public record HostSnapshot(
    long nanoTime, HostTimes host, Optional<NetworkCounters> network, Map<String, Times> times) {
  public HostSnapshot {
    times = Map.copyOf(times);
  }
}
