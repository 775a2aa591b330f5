package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rules of runs over several hosts; on one host none of them applies. */
final class HostRules {

  private static final double MILLI = 1e6;

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          new Rule<>(
              "agent",
              "ms",
              new Limit(500, 1_500),
              "several hosts: the longest time in which the agent of one answered nothing",
              (step, ruling) -> ofHosts(step, ruling, HostRules::agent)),
          new Rule<>(
              "network",
              "%",
              new Limit(0.1, 1),
              "several hosts: TCP segments that one sent again, of all that it sent; dropped"
                  + " packets are a warning",
              (step, ruling) -> ofHosts(step, ruling, HostRules::network)));

  private HostRules() {}

  private interface OfWindows {
    Check check(List<Tiers.HostWindow> windows, Ruling ruling);
  }

  private static Optional<Check> ofHosts(MeasuredStep step, Ruling ruling, OfWindows rule) {
    List<Tiers.HostWindow> hosts = step.tiers().hosts();
    return hosts.isEmpty() ? Optional.empty() : Optional.of(rule.check(hosts, ruling));
  }

  private static Check agent(List<Tiers.HostWindow> hosts, Ruling ruling) {
    Tiers.HostWindow slowest =
        hosts.stream()
            .filter(host -> host.silenceNs().isPresent())
            .max(Comparator.comparingLong(host -> host.silenceNs().orElseThrow()))
            .orElseThrow();
    double millis = slowest.silenceNs().orElseThrow() / MILLI;
    Check check = ruling.below(millis, answered(slowest, millis));
    return check.verdict() == Verdict.PASS
        ? check
        : ruling.below(
            millis,
            answered(slowest, millis) + ": its host or the network to it stood still; look there");
  }

  private static String answered(Tiers.HostWindow host, double millis) {
    return String.format(
        Locale.ROOT, "the agent on %s was silent for %.1f ms at most", host.name(), millis);
  }

  private static Check network(List<Tiers.HostWindow> hosts, Ruling ruling) {
    Optional<Tiers.HostWindow> unread =
        hosts.stream().filter(host -> host.network().isEmpty()).findFirst();
    if (unread.isPresent()) {
      return ruling.unmeasured("the network counters of " + unread.get().name() + " were not read");
    }
    Tiers.HostWindow worst =
        hosts.stream()
            .max(
                Comparator.comparingDouble(
                    host -> host.network().orElseThrow().retransmittedPercent()))
            .orElseThrow();
    Tiers.Network network = worst.network().orElseThrow();
    long dropped = hosts.stream().mapToLong(host -> host.network().get().droppedPackets()).sum();
    String message =
        String.format(
            Locale.ROOT,
            "%s sent %d of %d segments again; %d packets dropped on all hosts; soft interrupts took"
                + " %.2f cores at most",
            worst.name(),
            network.retransmittedSegments(),
            network.sentSegments(),
            dropped,
            hosts.stream().mapToDouble(HostRules::softirqCores).max().orElseThrow());
    Check check = ruling.below(network.retransmittedPercent(), message);
    return check.verdict() == Verdict.PASS && dropped > 0
        ? ruling.check(Verdict.WARN, network.retransmittedPercent(), message)
        : check;
  }

  private static double softirqCores(Tiers.HostWindow host) {
    return (double) host.network().orElseThrow().softirqNs() / host.windowNs();
  }
}
