package dev.tierbench.harness.http.sample;

import dev.tierbench.harness.tier.remote.RemoteHost;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.run.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The hosts of a sweep.
 *
 * @param own that it runs on, with its generator
 * @param others by the tier that each of them runs; a tier without one is on the sweep's own
 * @param generators hosts of more generators than the one here
 */
public record MeasuredHosts(
    MeasuredHost own, Map<Tier, MeasuredHost> others, List<RemoteHost> generators) {

  public MeasuredHosts {
    others = Map.copyOf(others);
    generators = List.copyOf(generators);
  }

  /** The host of a tier. */
  public MeasuredHost of(Tier tier) {
    return Optional.ofNullable(others.get(tier)).orElse(own);
  }

  /** All hosts, the sweep's own first. */
  public List<MeasuredHost> all() {
    return Stream.concat(Stream.of(own), elsewhere().stream()).toList();
  }

  /** All hosts but the sweep's own. */
  public List<MeasuredHost> elsewhere() {
    return Stream.<MeasuredHost>concat(others.values().stream(), generators.stream())
        .distinct()
        .toList();
  }
}
