package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;

import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Tiers.HostWindow;
import dev.tierbench.run.record.Tiers.Network;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The rules of runs over several hosts; on one host none of them applies. */
final class HostRules {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          rule("agent", "ms", new Limit(500, 1_500))
              .meaning("several hosts: the longest time in which the agent of one answered nothing")
              .on(HostRules::severalHosts, HostRules::agent),
          rule("network", "%", new Limit(0.1, 1))
              .meaning(
                  "several hosts: TCP segments that one sent again, of all that it sent; dropped"
                      + " packets are a warning")
              .on(HostRules::severalHosts, HostRules::network));

  private HostRules() {}

  private static Optional<List<HostWindow>> severalHosts(MeasuredStep step) {
    return Optional.of(step.tiers().hosts()).filter(hosts -> !hosts.isEmpty());
  }

  private static Check agent(List<HostWindow> hosts, CheckFactory ruling) {
    HostWindow slowest =
        hosts.stream()
            .filter(host -> host.silenceNs().isPresent())
            .max(Comparator.comparingLong(host -> host.silenceNs().orElseThrow()))
            .orElseThrow();
    double millis = slowest.silenceNs().orElseThrow() / NANOS_PER_MILLI;
    return ruling
        .below(millis, "the agent on %s was silent for %.1f ms at most", slowest.name(), millis)
        .unlessPassed(": its host or the network to it stood still; look there");
  }

  private static Check network(List<HostWindow> hosts, CheckFactory ruling) {
    Optional<HostWindow> unread =
        hosts.stream().filter(host -> host.network().isEmpty()).findFirst();
    if (unread.isPresent()) {
      return ruling.unmeasured("the network counters of %s were not read", unread.get().name());
    }
    HostWindow worst =
        hosts.stream()
            .max(Comparator.comparingDouble(host -> network(host).retransmittedPercent()))
            .orElseThrow();
    Network network = network(worst);
    long dropped = hosts.stream().mapToLong(host -> network(host).droppedPackets()).sum();
    Check check =
        ruling.below(
            network.retransmittedPercent(),
            "%s sent %d of %d segments again; %d packets dropped on all hosts; soft interrupts took"
                + " %.2f cores at most",
            worst.name(),
            network.retransmittedSegments(),
            network.sentSegments(),
            dropped,
            hosts.stream()
                .mapToDouble(host -> (double) network(host).softirqNs() / host.windowNs())
                .max()
                .orElseThrow());
    return dropped > 0 ? check.noBetterThan(Verdict.WARN) : check;
  }

  private static Network network(HostWindow host) {
    return host.network().orElseThrow();
  }
}
