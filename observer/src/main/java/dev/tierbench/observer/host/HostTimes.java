package dev.tierbench.observer.host;

import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the kernel counted of each core since boot, from {@code /proc/stat} (10 ms ticks). */
public record HostTimes(List<Core> perCore) {

  /** A core with its ticks, of which eight are needed and one at least is not zero. */
  private static final Pattern CORE =
      Pattern.compile("cpu(\\d{1,6}) +(?=.*[1-9])(\\d{1,11}(?: +\\d{1,11}){7,})\\s*");

  public HostTimes {
    perCore = List.copyOf(perCore);
  }

  /**
   * One core. How long it was busy is not asked for: most kernels sample that at their timer's
   * ticks, so that work at a steady rate, which falls between the ticks or on them, is missed or
   * counted several times. Idle time is measured where the kernel stops its ticks while a core is
   * idle (NO_HZ), as most do; where it does not, the ticks of all kinds add up to the window.
   *
   * @param cpu its number
   * @param idleNs waiting for a disk is idle, too
   * @param stealNs CPU time that the hypervisor gave to others
   * @param interruptNs hard and soft
   */
  public record Core(int cpu, long idleNs, long stealNs, long interruptNs) {

    /** A line such as {@code cpu1 10 0 20 300 1 0 2 0 0 0}. */
    private static Core parse(MatchResult line) {
      long[] ticks = Stream.of(line.group(2).split(" +", -1)).mapToLong(Long::parseLong).toArray();
      return new Core(
          Integer.parseInt(line.group(1)),
          (ticks[3] + ticks[4]) * Proc.NANOS_PER_TICK,
          ticks[7] * Proc.NANOS_PER_TICK,
          (ticks[5] + ticks[6]) * Proc.NANOS_PER_TICK);
    }

    private Tiers.Core since(Core before, long windowNs) {
      long idle = Math.max(0, idleNs - before.idleNs);
      long steal = Math.max(0, stealNs - before.stealNs);
      long busy = Tiers.Host.busyNs(windowNs, idle, steal);
      return new Tiers.Core(
          cpu, busy, idle, steal, Math.clamp(interruptNs - before.interruptNs, 0, busy));
    }
  }

  /** Cores that are counted: some sandboxes show every core with zeros. */
  static HostTimes parse(String stat) {
    return new HostTimes(
        stat.lines()
            .map(CORE::matcher)
            .filter(Matcher::matches)
            .map(line -> Core.parse(line.toMatchResult()))
            .toList());
  }

  /**
   * What the cores did between an earlier reading and this one, those that were online at both.
   *
   * @param windowNs the time between the two
   */
  public Tiers.Host since(HostTimes before, long windowNs) {
    List<Tiers.Core> cores =
        perCore.stream()
            .flatMap(core -> before.core(core.cpu()).map(a -> core.since(a, windowNs)).stream())
            .toList();
    return Tiers.Host.of(cores);
  }

  private Optional<Core> core(int cpu) {
    return perCore.stream().filter(core -> core.cpu() == cpu).findFirst();
  }
}
