package dev.tierbench.observer.host;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the network of a host did since boot.
 *
 * @param sentSegments of TCP, from {@code /proc/net/snmp}
 * @param retransmittedSegments of those
 * @param droppedPackets of all interfaces, in both directions, from {@code /proc/net/dev}
 * @param softirqNs of all cores, from {@code /proc/stat}
 */
public record NetworkCounters(
    long sentSegments, long retransmittedSegments, long droppedPackets, long softirqNs) {

  private static final String TCP = "Tcp:";
  private static final int SOFTIRQ = 7;
  private static final int RECEIVE_DROPPED = 3;
  private static final int SEND_DROPPED = 11;

  /** The counters; empty when one of the files cannot be read. */
  public static Optional<NetworkCounters> read(SystemFiles files) {
    Optional<List<String>> tcp =
        files
            .read("proc/net/snmp")
            .map(text -> text.lines().filter(line -> line.startsWith(TCP)).toList())
            .filter(lines -> lines.size() == 2);
    Optional<String> devices = files.read("proc/net/dev");
    Optional<String> stat = files.read("proc/stat");
    if (tcp.isEmpty() || devices.isEmpty() || stat.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new NetworkCounters(
            value(tcp.get(), "OutSegs"),
            value(tcp.get(), "RetransSegs"),
            devices
                .get()
                .lines()
                .filter(line -> line.contains(":"))
                .mapToLong(NetworkCounters::dropped)
                .sum(),
            Long.parseLong(stat.get().lines().findFirst().orElseThrow().split(" +", -1)[SOFTIRQ])
                * Proc.NANOS_PER_TICK));
  }

  /** The first line names the values of the second. */
  private static long value(List<String> lines, String name) {
    int at = Arrays.asList(lines.getFirst().split(" ", -1)).indexOf(name);
    return Long.parseLong(lines.getLast().split(" ", -1)[at]);
  }

  private static long dropped(String line) {
    String[] values = line.substring(line.indexOf(':') + 1).strip().split("\\s+", -1);
    return Long.parseLong(values[RECEIVE_DROPPED]) + Long.parseLong(values[SEND_DROPPED]);
  }
}
