package dev.tierbench.observer.host;

import dev.tierbench.run.record.Scheduling;
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

  private static final int UTIME = 11;
  private static final int CUTIME = 13;

  /** How often times are read that change while they are. */
  private static final int TRIES = 5;

  private static final int SESSION = 3;
  private static final int STARTED = 19;
  private static final int TURNS = 2;

  /** CPU time since the start of the process. */
  public record CpuTimes(long userNs, long systemNs) {

    public long totalNs() {
      return userNs + systemNs;
    }

    private CpuTimes plus(CpuTimes other) {
      return new CpuTimes(userNs + other.userNs, systemNs + other.systemNs);
    }
  }

  public Optional<CpuTimes> cpu(long pid) {
    return stat(pid).flatMap(fields -> times(fields, UTIME));
  }

  /**
   * CPU time of a process with its children and of those that have ended: a server that forks one
   * for each connection. Empty when a part of it cannot be read, or its children end all the time.
   */
  public Optional<CpuTimes> cpuWithChildren(long pid) {
    for (int tries = 0; tries < TRIES; tries++) {
      Optional<CpuTimes> ended = stat(pid).flatMap(fields -> times(fields, CUTIME));
      Optional<CpuTimes> children = cpuOfChildren(pid);
      Optional<String[]> own = stat(pid);
      // One that ended meanwhile may be in neither sum, or in both.
      if (own.isEmpty() || ended.isEmpty() || children.isEmpty()) {
        return Optional.empty();
      }
      if (times(own.get(), CUTIME).equals(ended)) {
        return times(own.get(), UTIME).map(ended.get()::plus).map(children.get()::plus);
      }
    }
    return Optional.empty();
  }

  private Optional<CpuTimes> cpuOfChildren(long pid) {
    return files
        .read("proc/" + pid + "/task/" + pid + "/children")
        .map(children ->
            Stream.of(children.split(" ", -1))
                .flatMap(child -> SystemFiles.number(child).flatMap(this::cpu).stream())
                .reduce(new CpuTimes(0, 0), CpuTimes::plus));
  }

  private static Optional<CpuTimes> times(String[] fields, int user) {
    return SystemFiles.number(fields, user, NANOS_PER_TICK)
        .flatMap(inUser ->
            SystemFiles.number(fields, user + 1, NANOS_PER_TICK)
                .map(system -> new CpuTimes(inUser, system)));
  }

  /** The words that a process was started with, each with a zero behind it. */
  Optional<String> commandLine(long pid) {
    return files.read("proc/" + pid + "/cmdline");
  }

  /** The kernel's name of a process, cut at 15 bytes. */
  public Optional<String> command(long pid) {
    return files.read("proc/" + pid + "/comm");
  }

  /**
   * When a process started, which distinguishes it from a later one of the same PID; empty when it
   * ended, even when its parent has not waited for it yet.
   */
  public Optional<Long> startTicks(long pid) {
    return stat(pid)
        .filter(fields -> !fields[0].matches("[ZX]"))
        .flatMap(fields -> SystemFiles.number(fields, STARTED, 1));
  }

  /** The effective user of a process; empty when it is gone. */
  public Optional<Long> user(long pid) {
    return files
        .valueIn("proc/" + pid + "/status", "Uid")
        .flatMap(uids -> SystemFiles.number(uids.split("\\s+", -1), 1, 1));
  }

  /** The command name may hold blanks and brackets, so the fields are counted from its end. */
  private Optional<String[]> stat(long pid) {
    return files
        .read("proc/" + pid + "/stat")
        .map(stat -> stat.substring(stat.lastIndexOf(')') + 1).stripLeading().split(" ", -1));
  }

  /** The kernel's name of a thread, cut at 15 bytes; empty when it is gone. */
  Optional<String> threadName(long pid, long tid) {
    return files.read("proc/" + pid + "/task/" + tid + "/comm");
  }

  /** CPU of a thread; empty when it cannot be read, or has had no turn that the kernel counted. */
  Optional<Long> onCpuNs(long pid, long tid) {
    return files
        .read("proc/" + pid + "/task/" + tid + "/schedstat")
        .map(text -> text.split(" ", -1))
        .filter(Proc::hasTurns)
        .flatMap(fields -> SystemFiles.number(fields, 0, 1));
  }

  /** Whether the kernel counts in {@code schedstat}, where this process has had its turns. */
  public boolean countsTurns() {
    return files
        .read("proc/self/schedstat")
        .map(text -> text.split(" ", -1))
        .filter(Proc::hasTurns)
        .isPresent();
  }

  private static boolean hasTurns(String[] schedstat) {
    return SystemFiles.number(schedstat, TURNS, 1).filter(turns -> turns > 0).isPresent();
  }

  /** The threads that a process has now. */
  public List<Long> threadIds(long pid) {
    return files.names("proc/" + pid + "/task").stream().map(Long::valueOf).toList();
  }

  public Optional<Long> rssBytes(long pid) {
    return files.bytes("proc/" + pid + "/status", "VmRSS");
  }

  /** The most resident memory since the start, or since {@link #resetRssPeak}. */
  public Optional<Long> rssPeakBytes(long pid) {
    return files.bytes("proc/" + pid + "/status", "VmHWM");
  }

  /** Forgets the peak of a process; false when this user has no right to. */
  public boolean resetRssPeak(long pid) {
    return files.write("proc/" + pid + "/clear_refs", "5");
  }

  public Optional<Integer> threads(long pid) {
    return files
        .valueIn("proc/" + pid + "/status", "Threads")
        .flatMap(SystemFiles::number)
        .filter(count -> count <= Integer.MAX_VALUE)
        .map(Long::intValue);
  }

  /** The sum line of {@code /proc/stat}: user nice system idle iowait irq softirq steal. */
  public HostTimes host() {
    return files
        .read("proc/stat")
        .map(HostTimes::parse)
        .orElseThrow(() -> new IllegalStateException("/proc/stat cannot be read"));
  }

  /** How many threads of a process may run on which cores, by core list; empty when it is gone. */
  public Map<String, Integer> affinity(long pid) {
    Map<String, Integer> threads = new TreeMap<>();
    for (long tid : threadIds(pid)) {
      files
          .valueIn("proc/" + pid + "/task/" + tid + "/status", "Cpus_allowed_list")
          .ifPresent(cores -> threads.merge(cores, 1, Integer::sum));
    }
    return threads;
  }

  /** What the scheduler groups the threads of a process by. */
  public Scheduling.Group schedulingGroup(long pid) {
    Optional<Cgroup> cgroup = Cgroup.of(files, pid);
    return new Scheduling.Group(
        stat(pid).flatMap(fields -> SystemFiles.number(fields, SESSION, 1)),
        files.read("proc/" + pid + "/autogroup"),
        cgroup.map(Cgroup::path),
        cgroup.flatMap(Cgroup::weight),
        cgroup.flatMap(Cgroup::quota),
        cgroup.flatMap(Cgroup::cpuset));
  }
}
