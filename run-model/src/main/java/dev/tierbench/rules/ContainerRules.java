package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Tiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rules for tiers that are containers; with processes there is nothing to check. */
record ContainerRules(Tiers.Phase phase, Limits limits) {

  private static final double MILLI = 1e6;

  List<Check> all() {
    return phase.cgroups().isEmpty() ? List.of() : List.of(secondOpinion(), throttled());
  }

  /** The kernel counts a container's CPU apart from its processes': both have to agree. */
  private Check secondOpinion() {
    String name = "cgroup_cpu";
    double most = 0;
    List<String> words = new ArrayList<>();
    for (Tiers.Cgroup cgroup : phase.cgroups()) {
      Optional<Long> process = phase.tier(cgroup.role()).flatMap(Tiers.Tier::cpuNs);
      if (cgroup.cpuNs().isEmpty() || process.isEmpty()) {
        return Verdicts.unmeasured(
            name, limits.cgroupWarn(), "%", "no CPU of the container of " + cgroup.role());
      }
      double container = cgroup.cpuNs().get();
      most = Math.max(most, Math.abs(container - process.get()));
      words.add(
          String.format(
              Locale.ROOT,
              "%s %.0f ms, its JVM %.0f ms",
              cgroup.role(),
              container / MILLI,
              process.get() / MILLI));
    }
    return Verdicts.below(
        name,
        "%",
        100 * most / phase.windowNs(),
        limits.cgroupWarn(),
        limits.cgroupFail(),
        "CPU of the containers: " + String.join("; ", words));
  }

  private Check throttled() {
    String name = "throttled";
    double most = 0;
    for (Tiers.Cgroup cgroup : phase.cgroups()) {
      if (cgroup.throttledNs().isEmpty()) {
        return Verdicts.unmeasured(
            name,
            limits.throttledWarn(),
            "%",
            "the kernel does not tell how long " + cgroup.role() + " was throttled");
      }
      most = Math.max(most, cgroup.throttledNs().get());
    }
    return Verdicts.below(
        name,
        "%",
        100 * most / phase.windowNs(),
        limits.throttledWarn(),
        limits.throttledFail(),
        String.format(
            Locale.ROOT, "a CPU quota kept a container waiting for %.1f ms", most / MILLI));
  }
}
