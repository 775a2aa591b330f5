package dev.tierbench.metrics;

import static dev.tierbench.run.Units.NANOS_PER_MICRO;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Units;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import dev.tierbench.run.record.Tiers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a profile says of an operation: the weights of its stacks, divided by the requests of the
 * profiled phase.
 */
public final class ProfileMetrics {

  private static final double PER_THOUSAND = 1e3;

  private ProfileMetrics() {}

  /**
   * What a frame costs per operation, in the unit of the kind.
   *
   * @param self with the frame innermost
   * @param total with the frame anywhere in the stack
   */
  public record FrameCost(double self, double total) {}

  /** The unit of a kind's values, with the short word for an operation. */
  public static String unit(ProfileKind kind, String operation) {
    return switch (kind.weight()) {
      case NANOSECONDS -> "µs/" + operation;
      case BYTES -> "B/" + operation;
      case EVENTS -> "per 1,000 " + operation;
    };
  }

  /** A weight in that unit. */
  public static double perOperation(ProfileKind kind, long weight, double operations) {
    double value = weight / operations;
    return Metric.rounded(
        switch (kind.weight()) {
          case NANOSECONDS -> value / NANOS_PER_MICRO;
          case BYTES -> value;
          case EVENTS -> value * PER_THOUSAND;
        });
  }

  /** The requests that were answered in the profiled phase; empty when there was none. */
  public static Optional<Double> operations(HttpStep step) {
    return step.load(PhaseName.PROFILE)
        .map(LoadResult.Phase::ok)
        .filter(ok -> ok > 0)
        .map(Long::doubleValue);
  }

  /** What each frame of threads of some roles costs. */
  public static Map<String, FrameCost> frames(
      ProfileKind kind, Stacks stacks, double operations, Predicate<String> roles) {
    Map<String, Long> self = new HashMap<>();
    Map<String, Long> total = new HashMap<>();
    for (Stacks.Stack stack : stacks.stacks()) {
      List<String> frames = stack.frames();
      if (frames.isEmpty() || !roles.test(stack.role())) {
        continue;
      }
      self.merge(frames.getLast(), stack.weight(), Long::sum);
      Set<String> once = new HashSet<>(frames);
      once.forEach(frame -> total.merge(frame, stack.weight(), Long::sum));
    }
    Map<String, FrameCost> costs = new HashMap<>();
    total.forEach((frame, weight) ->
        costs.put(
            frame,
            new FrameCost(
                perOperation(kind, self.getOrDefault(frame, 0L), operations),
                perOperation(kind, weight, operations))));
    return costs;
  }

  /** CPU that was sampled, of what the kernel counted of the server in the phase, in percent. */
  public static Optional<Double> sampledCpuPercent(HttpStep step) {
    return step.profile()
        .flatMap(profile -> profile.part(ProfileKind.CPU))
        .flatMap(part ->
            step.tier(PhaseName.PROFILE, Tier.SERVER)
                .flatMap(Tiers.Usage::cpuNs)
                .filter(cpu -> cpu > 0)
                .map(cpu -> 100.0 * part.weight() / cpu));
  }

  /**
   * Context switches that were sampled in the profiled phase, of those that were counted in the
   * traced one, per operation each and in percent.
   */
  public static Optional<Double> sampledSwitchesPercent(HttpStep step, Measurements counted) {
    return step.profile()
        .flatMap(profile -> profile.part(ProfileKind.SWITCHES))
        .flatMap(part ->
            operations(step)
                .flatMap(operations ->
                    counted
                        .get(Metrics.SWITCHES)
                        .filter(each -> each > 0)
                        .map(each -> 100.0 * part.weight() / operations / each)));
  }

  /** The heap that was reachable under the load before the profiled phase, in MiB. */
  static Optional<Double> liveHeapMib(HttpStep step) {
    return step.profile()
        .flatMap(Profile::liveHeapBytes)
        .map(bytes -> (double) bytes / Units.BYTES_PER_MIB);
  }

  /** How often a virtual thread held its carrier where it waited, per 1,000 operations. */
  static Optional<Double> pins(HttpStep step) {
    return step.profile()
        .flatMap(profile -> profile.part(ProfileKind.PIN))
        .flatMap(part ->
            operations(step).map(count -> perOperation(ProfileKind.PIN, part.weight(), count)));
  }

  /** How often a virtual thread was mounted, per operation. */
  static Optional<Double> mounts(HttpStep step) {
    return step.profile()
        .flatMap(Profile::mounts)
        .flatMap(mounts -> operations(step).map(count -> mounts / count));
  }
}
