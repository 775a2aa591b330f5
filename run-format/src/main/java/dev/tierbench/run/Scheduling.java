package dev.tierbench.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How the kernel schedules one tier, read before the measured window opens and again after it
 * closed.
 *
 * @param role {@code loadgen}, {@code server} or {@code echo}
 * @param planned the cores that the plan holds the tier to; empty when it holds it to none
 * @param group what the scheduler groups the tier's threads by
 * @param threadsAtStart how many threads may run on which cores, by core list as the kernel prints
 *     it, when the window opened; empty when the process was gone
 * @param threadsAtEnd the same when it had closed
 */
public record Scheduling(
    String role,
    Optional<String> planned,
    Group group,
    Map<String, Integer> threadsAtStart,
    Map<String, Integer> threadsAtEnd) {

  public Scheduling {
    threadsAtStart = Map.copyOf(threadsAtStart);
    threadsAtEnd = Map.copyOf(threadsAtEnd);
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

  /** All cores that any thread of the tier may use when the window has closed. */
  public Optional<CpuList> coresAtEnd() {
    return cores(threadsAtEnd);
  }

  private static Optional<CpuList> cores(Map<String, Integer> threads) {
    return threads.keySet().stream().map(CpuList::parse).reduce(CpuList::union);
  }

  /** Threads at either end of the window that may run outside the planned cores, by core list. */
  Map<String, Integer> strays() {
    Map<String, Integer> strays = new TreeMap<>();
    if (planned.isPresent()) {
      CpuList allowed = CpuList.parse(planned.get());
      for (Map<String, Integer> threads : List.of(threadsAtStart, threadsAtEnd)) {
        threads.forEach((cores, count) -> {
          if (!allowed.cpus().containsAll(CpuList.parse(cores).cpus())) {
            strays.merge(cores, count, Math::max);
          }
        });
      }
    }
    return strays;
  }
}
