package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.record.Scheduling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Cores and scheduling groups of the tiers of a run: a line for each distinct placement, so one for
 * each tier of an orderly run.
 *
 * @param cores that its threads could use when the measured window opened
 * @param autogroup whether it was in an autogroup; empty when the kernel has none
 * @param cgroup path of its control group, with weight, quota and cores where they are set
 */
record SchedulingData(
    String tier,
    Optional<String> planned,
    Optional<String> cores,
    Optional<Boolean> autogroup,
    Optional<String> cgroup) {

  private static final String ROOT_AUTOGROUP = "/autogroup-0 ";

  static List<SchedulingData> of(Run run) {
    return run.steps().stream()
        .flatMap(step -> step.http().tiers().stream())
        .flatMap(tiers -> tiers.scheduling().stream())
        .map(SchedulingData::of)
        .distinct()
        .toList();
  }

  private static SchedulingData of(Scheduling tier) {
    Scheduling.Group group = tier.group();
    return new SchedulingData(
        tier.tier().id(),
        tier.planned(),
        tier.coresAtStart().map(CpuList::text),
        group.autogroup().map(name -> !name.startsWith(ROOT_AUTOGROUP)),
        group.cgroup().map(path -> cgroup(path, group)));
  }

  private static String cgroup(String path, Scheduling.Group group) {
    return path
        + Stream.of(
                group.weight().map(weight -> ", weight " + weight),
                group.quota().map(quota -> ", quota " + quota),
                group.cpuset().filter(set -> !set.isEmpty()).map(set -> ", cores " + set))
            .flatMap(Optional::stream)
            .collect(Collectors.joining());
  }
}
