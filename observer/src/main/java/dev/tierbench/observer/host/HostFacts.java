package dev.tierbench.observer.host;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.plan.Manifest.Host;
import dev.tierbench.run.plan.Manifest.Scheduler;
import dev.tierbench.run.plan.ManifestHostBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a reader of the results has to know of the machine. */
public record HostFacts(SystemFiles files) {

  public static final HostFacts REAL = new HostFacts(SystemFiles.REAL);

  private static final String UNKNOWN = "unknown";
  private static final String CPUINFO = "proc/cpuinfo";
  private static final String VULNERABILITIES = "sys/devices/system/cpu/vulnerabilities";

  static final List<String> SYSCTLS =
      List.of(
          "net/core/somaxconn",
          "net/ipv4/ip_local_port_range",
          "net/ipv4/tcp_max_syn_backlog",
          "net/ipv4/tcp_tw_reuse",
          "kernel/sched_autogroup_enabled",
          "kernel/sched_rt_runtime_us",
          "kernel/numa_balancing",
          "kernel/threads-max",
          "kernel/pid_max",
          "vm/max_map_count",
          "vm/overcommit_memory");

  /** Huge pages, what time costs to ask for, and the clock above the nominal one. */
  static final List<String> SYSFS =
      List.of(
          "kernel/mm/transparent_hugepage/enabled",
          "kernel/mm/transparent_hugepage/defrag",
          "devices/system/clocksource/clocksource0/current_clocksource",
          "devices/system/cpu/cpufreq/boost",
          "devices/system/cpu/intel_pstate/no_turbo");

  public Host host() {
    return ManifestHostBuilder.stagedBuilder()
        .cpuModel(files.valueIn(CPUINFO, "model name").orElse(UNKNOWN))
        .cores(cores().size())
        .kernel(files.read("proc/sys/kernel/osrelease").orElse(UNKNOWN))
        .memoryBytes(memory("MemTotal").orElse(0L))
        .virtualised(files.valueIn(CPUINFO, "flags").orElse("").contains("hypervisor"))
        .governor(governor())
        .openFilesLimit(openFilesLimit())
        .sysctls(sysctls())
        .mitigations(texts(VULNERABILITIES + "/", files.names(VULNERABILITIES)))
        .sysfs(texts("sys/", SYSFS))
        .scheduler(scheduler())
        .build();
  }

  /** The time on how many cores this process may use at most; empty without a quota. */
  public Optional<Double> quotaCores() {
    return Cgroup.own(files).flatMap(Cgroup::quotaCores);
  }

  /** The scheduler, and what it has to schedule on. */
  private Scheduler scheduler() {
    CpuTopology topology = CpuTopology.of(files, cores());
    return new Scheduler(
        files
            .read("sys/kernel/sched_ext/root/ops")
            .map(ops -> "sched_ext " + ops)
            .or(() -> files.read("proc/sys/kernel/osrelease").map(HostFacts::fairScheduler)),
        files.read("sys/devices/system/cpu/smt/active").map("1"::equals),
        files.read("sys/devices/system/node/online"),
        topology.cores().stream().map(core -> core.threads().text()).toList());
  }

  /** EEVDF replaced CFS in Linux 6.6. */
  private static String fairScheduler(String release) {
    String[] parts = release.split("\\.", 3);
    int version = Integer.parseInt(parts[0]) * 1_000 + Integer.parseInt(parts[1]);
    return version >= 6_006 ? "EEVDF" : "CFS";
  }

  /** All cores of the host. */
  public CpuList online() {
    return CpuTopology.online(files)
        .orElseThrow(
            () -> new IllegalStateException("/sys/devices/system/cpu/online cannot be read"));
  }

  /** The cores that this process may use. */
  public CpuList cores() {
    return new OwnProcess(files).cores();
  }

  /** The hard limit, which a JVM raises its own soft limit to. */
  public Optional<Long> openFilesLimit() {
    return new OwnProcess(files).hardDescriptorLimit().filter(hard -> hard < Long.MAX_VALUE);
  }

  /** How many processes wanted a core over the last minute. */
  public Optional<Double> loadAverage() {
    return files.read("proc/loadavg").map(text -> Double.valueOf(text.split(" ", -1)[0]));
  }

  public String name() {
    return files.read("proc/sys/kernel/hostname").orElse("");
  }

  /** Returns the random id of this boot of the kernel; an empty text when the kernel has none. */
  public String bootId() {
    return files.read("proc/sys/kernel/random/boot_id").orElse("");
  }

  /** A value of {@code /proc/meminfo} in bytes. */
  public Optional<Long> memory(String key) {
    return files.bytes("proc/meminfo", key);
  }

  public Optional<String> sysctl(String name) {
    return files.read("proc/sys/" + name);
  }

  public Optional<String> governor() {
    return files.read("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  }

  private Map<String, String> sysctls() {
    Map<String, String> found = new TreeMap<>();
    texts("proc/sys/", SYSCTLS)
        .forEach((name, text) -> found.put(name.replace('/', '.'), text.replace('\t', ' ')));
    return found;
  }

  /** The texts of those files that there are, by name. */
  private Map<String, String> texts(String folder, List<String> names) {
    Map<String, String> found = new TreeMap<>();
    for (String name : names) {
      files.read(folder + name).ifPresent(text -> found.put(name, text));
    }
    return found;
  }
}
