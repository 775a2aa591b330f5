package dev.tierbench.sweep.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** CPU, memory and threads of processes and of the host, from {@code /proc}. */
public record Proc(SystemFiles files) {

  /** {@code USER_HZ} is 100 on every architecture that runs a JVM. */
  static final long NANOS_PER_TICK = 10_000_000L;

  private static final long KIB = 1_024;
  private static final int UTIME = 11;
  private static final int STIME = 12;
  private static final int STARTED = 19;
  private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler");

  /** CPU time since the start of the process. */
  public record CpuTimes(long userNs, long systemNs) {}

  /** CPU time of all cores since boot; idle includes waiting for a disk. */
  public record HostTimes(int cores, long busyNs, long idleNs, long stealNs) {}

  public Optional<CpuTimes> cpu(long pid) {
    return files.read("proc/" + pid + "/stat").map(Proc::cpuTimes);
  }

  /**
   * When a process started, which tells it from a later one of the same id; empty when it ended,
   * though its parent may not have asked for it yet.
   */
  public Optional<Long> startTicks(long pid) {
    return files
        .read("proc/" + pid + "/stat")
        .map(Proc::fields)
        .filter(fields -> !fields[0].matches("[ZX]"))
        .map(fields -> Long.parseLong(fields[STARTED]));
  }

  private static CpuTimes cpuTimes(String stat) {
    String[] fields = fields(stat);
    return new CpuTimes(
        Long.parseLong(fields[UTIME]) * NANOS_PER_TICK,
        Long.parseLong(fields[STIME]) * NANOS_PER_TICK);
  }

  /** The command name may hold blanks and brackets, so the fields are counted from its end. */
  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
  }

  /** The threads of HotSpot's compilers; their names are cut by the kernel at 15 characters. */
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

  /** CPU of all those threads; empty when there is none, or one of them cannot be read. */
  public Optional<Long> onCpuNs(long pid, List<Long> tids) {
    return schedstat(pid, tids, 0);
  }

  /** How long all those threads were ready and waited for a core; empty as above. */
  public Optional<Long> runDelayNs(long pid, List<Long> tids) {
    return schedstat(pid, tids, 1);
  }

  private Optional<Long> schedstat(long pid, List<Long> tids, int field) {
    long sum = 0;
    for (long tid : tids) {
      Optional<String> schedstat = files.read("proc/" + pid + "/task/" + tid + "/schedstat");
      if (schedstat.isEmpty()) {
        return Optional.empty();
      }
      sum += Long.parseLong(schedstat.get().split(" ", -1)[field]);
    }
    return tids.isEmpty() ? Optional.empty() : Optional.of(sum);
  }

  /** The threads that a process has now. */
  public List<Long> threadIds(long pid) {
    return files.names("proc/" + pid + "/task").stream().map(Long::valueOf).toList();
  }

  public Optional<Long> rssBytes(long pid) {
    return status(pid, "VmRSS:").map(kib -> Long.parseLong(kib.split(" ", -1)[0]) * KIB);
  }

  public Optional<Integer> threads(long pid) {
    return status(pid, "Threads:").map(Integer::valueOf);
  }

  public Optional<String> cpusAllowed(long pid) {
    return status(pid, "Cpus_allowed_list:");
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
    List<Long> ticks = new ArrayList<>();
    String sum = stat.lines().findFirst().orElseThrow();
    for (String field : sum.substring("cpu".length()).strip().split(" +", -1)) {
      ticks.add(Long.parseLong(field));
    }
    long busy = ticks.get(0) + ticks.get(1) + ticks.get(2) + ticks.get(5) + ticks.get(6);
    long idle = ticks.get(3) + ticks.get(4);
    int cores = (int) stat.lines().filter(line -> line.matches("cpu\\d+ .*")).count();
    return new HostTimes(
        cores, busy * NANOS_PER_TICK, idle * NANOS_PER_TICK, ticks.get(7) * NANOS_PER_TICK);
  }
}
