package dev.tierbench.metrics;

import static dev.tierbench.run.Units.NANOS_PER_MICRO;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;

import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What the whole host did in the measured phase, and how fast it was around the step. */
public final class HostMetrics {

  /**
   * User and system time are each cut to ticks of 10 ms at both ends of a window, so that their sum
   * may be off by 20 ms: by a tenth of this.
   */
  private static final long LEAST_CPU_NS = 200_000_000;

  static final Metric CORES_USED =
      Metric.ofAll("host_cores_used", "host's CPU", "cores", Better.NEITHER);
  static final Metric STEAL = Metric.ofAll("steal_percent", "stolen CPU", "%", Better.NEITHER);

  static final Metric ALU =
      Metric.ofHttp("host_alu_ms", "fixed arithmetic on the host", "ms", Better.NEITHER);
  static final Metric MEMORY =
      Metric.ofHttp("host_memory_ms", "fixed loads of memory", "ms", Better.NEITHER);

  private HostMetrics() {}

  /** The slower of the middle readings before and after the load. */
  static Optional<Double> slowerMillis(HostSpeed speed, ToLongFunction<HostSpeed.Reading> part) {
    return middle(speed.before(), part)
        .flatMap(before -> middle(speed.after(), part).map(after -> Math.max(before, after)))
        .map(nanos -> nanos / NANOS_PER_MILLI);
  }

  private static Optional<Double> middle(
      List<HostSpeed.Reading> readings, ToLongFunction<HostSpeed.Reading> part) {
    return Median.of(readings.stream().map(each -> (double) part.applyAsLong(each)).toList());
  }

  /** The speed of the host around a step; empty when it was not probed. */
  public static Optional<HostSpeed.Best> speed(Measurements step) {
    return step.get(ALU)
        .flatMap(alu -> step.get(MEMORY).map(memory -> new HostSpeed.Best(alu, memory)));
  }

  /** CPU of a process in microseconds; empty when ticks of 10 ms are too coarse to state it. */
  static Optional<Double> cpuMicros(long nanos) {
    return nanos < LEAST_CPU_NS ? Optional.empty() : Optional.of(nanos / NANOS_PER_MICRO);
  }

  /** Whether ticks of 10 ms at either end of a window are a small part of it. */
  public static boolean isLongEnough(long windowNs) {
    return windowNs >= LEAST_CPU_NS;
  }

  static Optional<Double> coresUsed(Tiers.Host host, long windowNs) {
    return Optional.of(host)
        .filter(read -> read.wasRead() && isLongEnough(windowNs))
        .map(read -> (double) read.busyNs() / windowNs);
  }

  static Optional<Double> steal(Tiers.Host host) {
    return Optional.of(host).filter(Tiers.Host::wasRead).map(Tiers.Host::stealPercent);
  }
}
