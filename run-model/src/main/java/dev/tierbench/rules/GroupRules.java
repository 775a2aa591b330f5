package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;

import dev.tierbench.metrics.HeapMetrics;
import dev.tierbench.run.plan.ResourceLimits;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Tiers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The rules of control groups: those of containers, and those of servers with limits. */
final class GroupRules {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          rule("cgroup_cpu", "%", new Limit(2, 10))
              .meaning(
                  "containers, and servers with limits: CPU that the kernel accounts to the group against its"
                      + " JVM's")
              .on(GroupRules::ownGroups, GroupRules::containerCpu),
          rule("throttled", "%", new Limit(0.01, 5))
              .meaning(
                  "containers, servers with a limit of memory, and servers in a group of others that has a"
                      + " CPU quota: periods in which a quota that the plan does not ask for stopped one,"
                      + " of those in which it ran")
              .on(GroupRules::groups, GroupRules::throttled),
          rule("quota", "%", new Limit(2, 5))
              .meaning(
                  "servers with a quota of CPU: what one used beyond it, of the quota; FAIL when its"
                      + " control group has another quota, or none")
              .on(GroupRules::quotas, GroupRules::quota),
          rule("memory_limit", "%", Limit.warn(99))
              .meaning(
                  "servers with a limit of memory: the most that one held in the window, of the limit;"
                      + " from there on the kernel takes pages back; FAIL when its control group has"
                      + " another limit, or none")
              .on(GroupRules::memoryLimits, GroupRules::memoryLimit));

  /** A quota is given in microseconds of a period. */
  private static final double QUOTA_STEP = 0.001;

  private GroupRules() {}

  /** The phase of tiers whose control groups were read: with others there is nothing to check. */
  private static Optional<Tiers.Phase> groups(MeasuredStep step) {
    return Optional.of(step.tiers()).filter(phase -> !phase.cgroups().isEmpty());
  }

  /** The phase of tiers that have control groups of their own, without those that are shared. */
  private static Optional<Tiers.Phase> ownGroups(MeasuredStep step) {
    List<Tiers.Cgroup> own =
        step.tiers().cgroups().stream().filter(group -> !group.shared()).toList();
    return Optional.of(step.tiers().withCgroups(own)).filter(phase -> !own.isEmpty());
  }

  /** The phase of a server that the plan gives a quota. */
  private static Optional<Tiers.Phase> quotas(MeasuredStep step) {
    return Optional.of(step.tiers()).filter(phase -> phase.quota().isPresent());
  }

  /** The control group of a server whose memory the plan limits. */
  private static Optional<Tiers.Cgroup> memoryLimits(MeasuredStep step) {
    return step.tiers()
        .limited()
        .filter(group -> group.asked().flatMap(ResourceLimits::memoryBytes).isPresent());
  }

  private static Check memoryLimit(Tiers.Cgroup group, CheckFactory ruling) {
    long asked = group.asked().flatMap(ResourceLimits::memoryBytes).orElseThrow();
    Optional<Long> inForce = group.memory().flatMap(Tiers.GroupMemory::limitBytes);
    if (inForce.filter(limit -> limit == asked).isEmpty()) {
      return ruling.failed(
          "the plan asks for a limit of %s, and the control group has %s",
          mebibytes(asked), inForce.map(GroupRules::mebibytes).orElse("none"));
    }
    Optional<Long> ofWindow = group.memory().flatMap(Tiers.GroupMemory::windowPeakBytes);
    return ofWindow
        .or(() -> group.memory().flatMap(Tiers.GroupMemory::peakBytes))
        .map(peak ->
            ruling.below(
                100.0 * peak / asked,
                "held %s of %s at most%s, with the pages of files that it read",
                mebibytes(peak),
                mebibytes(asked),
                ofWindow.isPresent() ? "" : " since it was started"))
        .orElseGet(() ->
            ruling.unmeasured("the kernel does not report the most memory of the control group"));
  }

  private static String mebibytes(long bytes) {
    return CheckFactory.text("%.0f MiB", HeapMetrics.mebibytes(bytes));
  }

  private static Check quota(Tiers.Phase phase, CheckFactory ruling) {
    Tiers.Cgroup group = phase.quota().orElseThrow();
    double asked = group.askedCores().orElseThrow();
    double inForce = group.quotaCores().orElse(Double.POSITIVE_INFINITY);
    if (Math.abs(inForce - asked) > QUOTA_STEP) {
      return ruling.failed(
          "the plan asks for %.2f cores, and the control group has %s",
          asked,
          group.quotaCores().map(cores -> CheckFactory.text("%.2f", cores)).orElse("no quota"));
    }
    if (group.cpuNs().isEmpty()) {
      return ruling.unmeasured("the kernel does not report the CPU of the control group");
    }
    double used = group.cpuNs().get() / (double) phase.windowOf(group.tier()).windowNs();
    return ruling.below(
        Math.max(0, 100 * (used / asked - 1)),
        "used %.3f of %.2f cores, kept waiting in %s periods",
        used,
        asked,
        group.throttles().map(String::valueOf).orElse("an unknown number of"));
  }

  /** The kernel counts a container's CPU apart from its processes': both have to agree. */
  private static Check containerCpu(Tiers.Phase phase, CheckFactory ruling) {
    double most = 0;
    List<String> each = new ArrayList<>();
    for (Tiers.Cgroup cgroup : phase.cgroups()) {
      Optional<Long> process = phase.tier(cgroup.tier()).flatMap(Tiers.Usage::cpuNs);
      if (cgroup.cpuNs().isEmpty() || process.isEmpty()) {
        return ruling.unmeasured("no CPU of the container of %s", cgroup.tier().id());
      }
      double container = cgroup.cpuNs().get();
      most =
          Math.max(
              most, Math.abs(container - process.get()) / phase.windowOf(cgroup.tier()).windowNs());
      each.add(
          CheckFactory.text(
              "%s %.0f ms, its JVM %.0f ms",
              cgroup.tier().id(), container / NANOS_PER_MILLI, process.get() / NANOS_PER_MILLI));
    }
    return ruling.below(100 * most, "CPU of the containers: %s", String.join("; ", each));
  }

  private static Check throttled(Tiers.Phase phase, CheckFactory ruling) {
    List<Tiers.Cgroup> unasked =
        phase.cgroups().stream().filter(cgroup -> cgroup.askedCores().isEmpty()).toList();
    if (unasked.isEmpty()) {
      return ruling.doesNotApply("the plan asks for the quota");
    }
    for (Tiers.Cgroup cgroup : unasked) {
      if (cgroup.throttledPercent().isEmpty()) {
        return ruling.unmeasured(
            "the share of periods in which %s was throttled is not known", cgroup.tier().id());
      }
    }
    Tiers.Cgroup worst =
        Collections.max(
            unasked, Comparator.comparing(cgroup -> cgroup.throttledPercent().orElseThrow()));
    double percent = worst.throttledPercent().orElseThrow();
    return ruling.below(
        percent,
        "a CPU quota stopped the control group of %s in %d periods, %.1f %% of them",
        worst.tier().id(),
        worst.throttles().orElseThrow(),
        percent);
  }
}
