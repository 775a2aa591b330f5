package dev.tierbench.report.profile;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.metrics.ProfileMetrics.FrameCost;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.record.Stacks;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The profile of one kind of one step.
 *
 * @param operations of the profiled phase
 * @param byRole what frames cost, by role and of {@link #ALL_ROLES}; a frame has to cost more than
 *     {@link #LEAST_SHARE} of the whole
 */
public record StepProfile(
    ProfileKind kind,
    double operations,
    StackTree tree,
    Map<String, Map<String, FrameCost>> byRole) {

  /** All threads together. */
  public static final String ALL_ROLES = Measurements.ENTIRE_JVM;

  /** The least share of a whole profile that a frame is kept for. */
  public static final double LEAST_SHARE = 0.0005;

  public StepProfile {
    byRole = Map.copyOf(byRole);
  }

  /** The profile that some stacks are. */
  public static StepProfile of(ProfileKind kind, Stacks stacks, double operations) {
    double least = LEAST_SHARE * ProfileMetrics.perOperation(kind, stacks.weight(), operations);
    Map<String, Map<String, FrameCost>> byRole = new HashMap<>();
    byRole.put(
        ALL_ROLES, seen(ProfileMetrics.frames(kind, stacks, operations, role -> true), least));
    stacks.stacks().stream()
        .collect(Collectors.groupingBy(Stacks.Stack::role))
        .forEach((role, ofRole) ->
            byRole.put(
                role,
                seen(
                    ProfileMetrics.frames(kind, new Stacks(ofRole), operations, any -> true),
                    least)));
    byRole.values().removeIf(Map::isEmpty);
    return new StepProfile(kind, operations, StackTree.of(stacks), byRole);
  }

  private static Map<String, FrameCost> seen(Map<String, FrameCost> frames, double least) {
    return frames.entrySet().stream()
        .filter(frame -> frame.getValue().total() > least)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** What all of it costs per operation. */
  public double perOperation() {
    return ProfileMetrics.perOperation(kind, tree.total(), operations);
  }
}
