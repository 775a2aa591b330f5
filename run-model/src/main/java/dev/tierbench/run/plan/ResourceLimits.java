package dev.tierbench.run.plan;

import dev.tierbench.run.Require;
import java.util.Locale;
import java.util.Optional;

/**
 * What the control group of a server lets it use: a quota, a limit of memory, or both.
 *
 * @param cores CPU time, in cores; empty without a quota
 * @param memoryBytes empty without a limit
 */
public record ResourceLimits(Optional<Double> cores, Optional<Long> memoryBytes) {

  /** Length of the periods in which the quota is given, as engines of containers have it. */
  public static final long PERIOD_US = 100_000;

  public ResourceLimits {
    Require.that(
        cores.isPresent() || memoryBytes.isPresent(), () -> "a control group without a limit");
    Require.that(
        cores.filter(quota -> !(quota > 0)).isEmpty(), () -> "a quota must be above 0 cores");
    Require.that(
        memoryBytes.filter(bytes -> bytes < 1).isEmpty(), () -> "a limit of memory needs 1 byte");
  }

  /** A quota as the kernel and engines of containers take it: microseconds of CPU of a period. */
  public static String micros(double cores) {
    return String.format(Locale.ROOT, "%.0f", cores * PERIOD_US);
  }

  /** The most cores that a JVM sees within the quota: a part of one is one. */
  public Optional<Integer> coresSeen() {
    return cores.map(quota -> (int) Math.ceil(quota));
  }
}
