package dev.tierbench.metrics;

import dev.tierbench.run.HostSpeed;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Tiers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** What the whole host did in the measured phase, and how fast it was around the step. */
public final class HostMetrics {

  private static final Set<Kind> HTTP = Set.of(Kind.HTTP);

  static final Metric CORES_USED =
      Metric.ofAll("host_cores_used", "host's CPU", "cores", Better.NEITHER);
  static final Metric STEAL = Metric.ofAll("steal_percent", "stolen CPU", "%", Better.NEITHER);

  static final Metric ALU =
      new Metric("host_alu_ms", "fixed arithmetic on the host", "ms", Better.NEITHER, 0, HTTP);
  static final Metric MEMORY =
      new Metric("host_memory_ms", "fixed loads of memory", "ms", Better.NEITHER, 0, HTTP);

  private static final double NANOS_PER_MILLI = 1e6;

  private HostMetrics() {}

  /** The slower of the middle readings before and after the load. */
  static Optional<Double> slowerMillis(HostSpeed speed, ToLongFunction<HostSpeed.Reading> part) {
    return middle(speed.before(), part)
        .flatMap(before -> middle(speed.after(), part).map(after -> Math.max(before, after)))
        .map(nanos -> nanos / NANOS_PER_MILLI);
  }

  private static Optional<Long> middle(
      List<HostSpeed.Reading> readings, ToLongFunction<HostSpeed.Reading> part) {
    List<Long> rising = readings.stream().map(part::applyAsLong).sorted().toList();
    return rising.isEmpty() ? Optional.empty() : Optional.of(rising.get((rising.size() - 1) / 2));
  }

  /** The speed of the host around a step; empty when it was not probed. */
  public static Optional<HostSpeed.Best> speed(Measurements step) {
    return step.get(ALU)
        .flatMap(alu -> step.get(MEMORY).map(memory -> new HostSpeed.Best(alu, memory)));
  }

  static Optional<Double> coresUsed(Tiers.Host host, long windowNs) {
    return Optional.of(host).filter(Tiers.Host::wasRead).map(h -> (double) h.busyNs() / windowNs);
  }

  static Optional<Double> steal(Tiers.Host host) {
    return Optional.of(host).filter(Tiers.Host::wasRead).map(Tiers.Host::stealPercent);
  }
}
