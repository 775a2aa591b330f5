package dev.tierbench.observer.host;

import dev.tierbench.run.Scheduling;
import dev.tierbench.run.Tiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** CPU, memory and threads of processes and of the host, from {@code /proc}. */
public record Proc(SystemFiles files) {

  public static final Proc REAL = new Proc(SystemFiles.REAL);

  /** {@code USER_HZ} is 100 on every architecture that runs a JVM. */
  static final long NANOS_PER_TICK = 10_000_000L;

  private static final long KIB = 1_024;
  private static final int UTIME = 11;
  private static final int STIME = 12;
  private static final int SESSION = 3;
  private static final int STARTED = 19;
  private static final int TURNS = 2;

  /** How the kernel's names of HotSpot's compilers begin: JDK 26 leaves out their middle. */
  private static final List<String> COMPILERS = List.of("C1 Com", "C2 Com");

  /** CPU time since the start of the process. */
  public record CpuTimes(long userNs, long systemNs) {

    public long totalNs() {
      return userNs + systemNs;
    }
  }

  /** CPU time of all cores since boot, and core by core; idle includes waiting for a disk. */
  public record HostTimes(
      int cores, long busyNs, long idleNs, long stealNs, List<Tiers.Core> perCore) {
    public HostTimes {
      perCore = List.copyOf(perCore);
    }
  }

  public Optional<CpuTimes> cpu(long pid) {
    return stat(pid).map(Proc::cpuTimes);
  }

  /** The kernel's name of a process, cut at 15 bytes. */
  public Optional<String> command(long pid) {
    return files.read("proc/" + pid + "/comm");
  }

  /**
   * When a process started, which distinguishes it from a later one of the same PID; empty when it
   * ended, though its parent may not have asked for it yet.
   */
  public Optional<Long> startTicks(long pid) {
    return stat(pid)
        .filter(fields -> !fields[0].matches("[ZX]"))
        .map(fields -> Long.parseLong(fields[STARTED]));
  }

  private static CpuTimes cpuTimes(String[] fields) {
    return new CpuTimes(
        Long.parseLong(fields[UTIME]) * NANOS_PER_TICK,
        Long.parseLong(fields[STIME]) * NANOS_PER_TICK);
  }

  /** The command name may hold blanks and brackets, so the fields are counted from its end. */
  private Optional<String[]> stat(long pid) {
    return files
        .read("proc/" + pid + "/stat")
        .map(stat -> stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
  }

  /** The threads of HotSpot's compilers. */
  public List<Long> jitThreads(long pid) {
    return files.names("proc/" + pid + "/task").stream()
        .filter(tid ->
            files
                .read("proc/" + pid + "/task/" + tid + "/comm")
                .filter(comm -> COMPILERS.stream().anyMatch(comm::startsWith))
                .isPresent())
        .map(Long::valueOf)
        .toList();
  }

  /**
   * CPU of all those threads; empty without any, when one cannot be read, or when the kernel counts
   * none.
   */
  public Optional<Long> onCpuNs(long pid, List<Long> tids) {
    long sum = 0;
    boolean counted = false;
    for (long tid : tids) {
      Optional<String> schedstat = files.read("proc/" + pid + "/task/" + tid + "/schedstat");
      if (schedstat.isEmpty()) {
        return Optional.empty();
      }
      String[] fields = schedstat.get().split(" ", -1);
      sum += Long.parseLong(fields[0]);
      // A kernel that does not count leaves the number of its turns at 0, too.
      counted |= Long.parseLong(fields[TURNS]) > 0;
    }
    return counted ? Optional.of(sum) : Optional.empty();
  }

  /** The threads that a process has now. */
  public List<Long> threadIds(long pid) {
    return files.names("proc/" + pid + "/task").stream().map(Long::valueOf).toList();
  }

  public Optional<Long> rssBytes(long pid) {
    return status(pid, "VmRSS").map(kib -> Long.parseLong(kib.split(" ", -1)[0]) * KIB);
  }

  /** The most resident memory since the start, or since {@link #resetRssPeak}. */
  public Optional<Long> rssPeakBytes(long pid) {
    return status(pid, "VmHWM").map(kib -> Long.parseLong(kib.split(" ", -1)[0]) * KIB);
  }

  /** Forgets the peak of a process; false when the kernel does not let this user. */
  public boolean resetRssPeak(long pid) {
    return files.write("proc/" + pid + "/clear_refs", "5");
  }

  public Optional<Integer> threads(long pid) {
    return status(pid, "Threads").map(Integer::valueOf);
  }

  private Optional<String> status(long pid, String key) {
    return files.read("proc/" + pid + "/status").flatMap(text -> SystemFiles.value(text, key));
  }

  /** The sum line of {@code /proc/stat}: user nice system idle iowait irq softirq steal. */
  public HostTimes host() {
    return files
        .read("proc/stat")
        .map(Proc::hostTimes)
        .orElseThrow(() -> new IllegalStateException("/proc/stat cannot be read"));
  }

  private static HostTimes hostTimes(String stat) {
    List<Tiers.Core> perCore = new ArrayList<>();
    stat.lines()
        .filter(line -> line.matches("cpu\\d+ .*"))
        .forEach(line -> perCore.add(core(line)));
    Tiers.Core sum = core(stat.lines().findFirst().orElseThrow());
    return new HostTimes(perCore.size(), sum.busyNs(), sum.idleNs(), sum.stealNs(), perCore);
  }

  /** A line such as {@code cpu1 10 0 20 300 1 0 2 0 0 0}; the sum has no number and gets -1. */
  private static Tiers.Core core(String line) {
    String[] fields = line.strip().split(" +", -1);
    String number = fields[0].substring("cpu".length());
    long[] ticks = Stream.of(fields).skip(1).mapToLong(Long::parseLong).toArray();
    return new Tiers.Core(
        number.isEmpty() ? -1 : Integer.parseInt(number),
        (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) * NANOS_PER_TICK,
        (ticks[3] + ticks[4]) * NANOS_PER_TICK,
        ticks[7] * NANOS_PER_TICK,
        (ticks[5] + ticks[6]) * NANOS_PER_TICK);
  }

  /** How many threads of a process may run on which cores, by core list; empty when it is gone. */
  public Map<String, Integer> affinity(long pid) {
    Map<String, Integer> threads = new TreeMap<>();
    for (long tid : threadIds(pid)) {
      files
          .read("proc/" + pid + "/task/" + tid + "/status")
          .flatMap(text -> SystemFiles.value(text, "Cpus_allowed_list"))
          .ifPresent(cores -> threads.merge(cores, 1, Integer::sum));
    }
    return threads;
  }

  /** What the scheduler groups the threads of a process by. */
  public Scheduling.Group schedulingGroup(long pid) {
    Optional<Cgroup.Settings> cgroup = Cgroup.of(files, pid).map(Cgroup::settings);
    return new Scheduling.Group(
        stat(pid).map(fields -> Long.parseLong(fields[SESSION])),
        files.read("proc/" + pid + "/autogroup"),
        cgroup.map(Cgroup.Settings::path),
        cgroup.flatMap(Cgroup.Settings::weight),
        cgroup.flatMap(Cgroup.Settings::quota),
        cgroup.flatMap(Cgroup.Settings::cpuset));
  }
}
