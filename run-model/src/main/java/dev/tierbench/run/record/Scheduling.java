package dev.tierbench.run.record;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the kernel schedules one tier, read before the first measured window or at its opening, after
 * it closed, and after the traced window.
 *
 * @param planned the cores that the plan holds the tier to; empty when it holds it to none
 * @param group what the scheduler groups the tier's threads by
 * @param threadsAtStart how many threads may run on which cores, by core list as the kernel prints
 *     it, when the window opened; empty when the process was gone
 * @param threadsAtEnd the same when it had closed
 * @param threadsAfterCounting the same when the traced window had closed; empty when there is none
 */
public record Scheduling(
    Tier tier,
    Optional<String> planned,
    Group group,
    Map<String, Integer> threadsAtStart,
    Map<String, Integer> threadsAtEnd,
    Map<String, Integer> threadsAfterCounting) {

  public Scheduling {
    threadsAtStart = Map.copyOf(threadsAtStart);
    threadsAtEnd = Map.copyOf(threadsAtEnd);
    threadsAfterCounting = Map.copyOf(threadsAfterCounting);
    planned.ifPresent(CpuList::parse);
    Stream.of(threadsAtStart, threadsAtEnd, threadsAfterCounting)
        .flatMap(threads -> threads.keySet().stream())
        .forEach(CpuList::parse);
  }

  /**
   * The groups that a process belongs to. Where autogroups are enabled each session is a group of
   * its own; a control group below the root is one, whatever the session.
   *
   * @param session id of the session leader
   * @param autogroup as {@code /proc/PID/autogroup} prints it; empty when the kernel has none
   * @param cgroup path of the control group that schedules the CPU
   * @param weight {@code cpu.weight}, or {@code cpu.shares} in version 1
   * @param quota {@code cpu.max}, or quota and period in microseconds in version 1
   * @param cpuset the cores that the control group may use
   */
  public record Group(
      Optional<Long> session,
      Optional<String> autogroup,
      Optional<String> cgroup,
      Optional<String> weight,
      Optional<String> quota,
      Optional<String> cpuset) {}

  /** All cores that any thread of the tier may use when the window opens. */
  public Optional<CpuList> coresAtStart() {
    return cores(threadsAtStart);
  }

  /** Whether the kernel was asked at both ends of the measured window. */
  public boolean wasRead() {
    return !threadsAtStart.isEmpty() && !threadsAtEnd.isEmpty();
  }

  /** Whether all its threads together could use other cores later than when the window opened. */
  public boolean wasMoved() {
    return readings().map(Scheduling::cores).distinct().count() > 1;
  }

  /** Every reading that there is, in the order of time. */
  private Stream<Map<String, Integer>> readings() {
    return Stream.of(threadsAtStart, threadsAtEnd, threadsAfterCounting)
        .filter(threads -> !threads.isEmpty());
  }

  /** The cores of each reading, as text. */
  public String moves() {
    return readings()
        .flatMap(threads -> cores(threads).stream())
        .map(CpuList::text)
        .collect(Collectors.joining(" to "));
  }

  /** All cores of a reading. */
  public static Optional<CpuList> cores(Map<String, Integer> threads) {
    return threads.keySet().stream().map(CpuList::parse).reduce(CpuList::union);
  }

  /** Threads of any reading that may run outside the planned cores, by core list. */
  public Map<String, Integer> strays() {
    return planned.map(CpuList::parse).stream()
        .flatMap(allowed ->
            readings()
                .flatMap(threads -> threads.entrySet().stream())
                .filter(threads -> !allowed.covers(CpuList.parse(threads.getKey()))))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Math::max, TreeMap::new));
  }
}
