package dev.tierbench.metrics;

import dev.tierbench.run.Kind;
import dev.tierbench.run.Tiers;
import java.util.Optional;
import java.util.Set;

/** What the whole host did in the measured phase: alike in all runs. */
final class HostMetrics {

  static final Metric CORES_USED = metric("host_cores_used", "host's CPU", "cores");
  static final Metric STEAL = metric("steal_percent", "stolen CPU", "%");

  private HostMetrics() {}

  static Optional<Double> coresUsed(Tiers.Host host, long windowNs) {
    return Optional.of(host).filter(Tiers.Host::wasRead).map(h -> (double) h.busyNs() / windowNs);
  }

  static Optional<Double> steal(Tiers.Host host) {
    return Optional.of(host).filter(Tiers.Host::wasRead).map(Tiers.Host::stealPercent);
  }

  private static Metric metric(String id, String label, String unit) {
    return new Metric(id, label, unit, Better.NEITHER, 0, Set.of(Kind.HTTP, Kind.SUITE));
  }
}
