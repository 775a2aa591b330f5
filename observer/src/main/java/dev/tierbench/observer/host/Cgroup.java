package dev.tierbench.observer.host;

import dev.tierbench.run.record.Tiers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The control group of a process, in version 2 or in version 1 with a hierarchy for each
 * controller.
 *
 * @param groups the text of {@code /proc/PID/cgroup}
 */
public record Cgroup(SystemFiles files, String groups) {

  private static final String ROOT = "sys/fs/cgroup";
  private static final String VERSION_2 = "";
  private static final String MEMORY = "memory";
  private static final String CPU_STAT = "cpu.stat";

  /** Version 1 has a number near the largest where version 2 says {@code max}. */
  private static final long UNLIMITED_BYTES = 1L << 60;

  private static final long NANOS_PER_MICRO = 1_000;

  /**
   * CPU time since the group was made; empty where the kernel does not report it. What a quota did
   * is that of the group which the quota in force belongs to: this one, or one that it is in.
   *
   * @param throttledNs summed over the run queues of all cores
   * @param throttles periods in which the quota was used up
   * @param periods of the quota in which that group ran
   * @param quotaCores the quota in force, the least of the group and those that it is in
   * @param memory of the group itself
   */
  public record Times(
      Optional<Long> cpuNs,
      Optional<Long> throttledNs,
      Optional<Long> throttles,
      Optional<Long> periods,
      Optional<Double> quotaCores,
      Optional<Tiers.GroupMemory> memory) {

    /** What the quota did alone, without the account of the group itself. */
    public Times ofQuota() {
      return new Times(
          Optional.empty(), throttledNs, throttles, periods, quotaCores, Optional.empty());
    }
  }

  /**
   * A quota.
   *
   * @param path of the group that has it
   * @param cores the time on how many cores it allows
   */
  private record Quota(String path, double cores) {}

  /** The group that a process is in; empty when it is gone. */
  public static Optional<Cgroup> of(SystemFiles files, long pid) {
    return of(files, Long.toString(pid));
  }

  /** The group that this process is in. */
  public static Optional<Cgroup> own(SystemFiles files) {
    return of(files, "self");
  }

  private static Optional<Cgroup> of(SystemFiles files, String process) {
    return files
        .read("proc/" + process + "/cgroup")
        .map(groups -> new Cgroup(files, groups))
        .filter(group -> !group.path().isEmpty());
  }

  /**
   * Returns the path of the group below the root of its hierarchy; in version 1, of the CPU
   * hierarchy.
   */
  public String path() {
    return path("cpu").or(() -> path(VERSION_2)).orElse("");
  }

  /** {@code cpu.weight}, or {@code cpu.shares} in version 1. */
  Optional<String> weight() {
    return path("cpu").isEmpty() ? read(VERSION_2, "cpu.weight") : read("cpu", "cpu.shares");
  }

  /** {@code cpu.max}, or quota and period in microseconds in version 1. */
  Optional<String> quota() {
    return quota(path());
  }

  /** The cores that the group may use. */
  Optional<String> cpuset() {
    return path("cpu").isEmpty()
        ? read(VERSION_2, "cpuset.cpus.effective")
        : read("cpuset", "cpuset.cpus");
  }

  public Times times() {
    boolean first = path("cpu").isPresent() && path("cpuacct").isPresent();
    Optional<Quota> least = leastQuota();
    // The kernel counts the stops where the quota is, and not in the groups below.
    Optional<String> stops =
        files.read(cpuFolder(least.map(Quota::path).orElseGet(this::path)) + CPU_STAT);
    return new Times(
        first
            ? read("cpuacct", "cpuacct.usage").flatMap(SystemFiles::number)
            : read(VERSION_2, CPU_STAT)
                .flatMap(text -> number(text, "usage_usec", NANOS_PER_MICRO)),
        stops.flatMap(text ->
            number(text, "throttled_usec", NANOS_PER_MICRO)
                .or(() -> number(text, "throttled_time", 1))),
        stops.flatMap(text -> number(text, "nr_throttled", 1)),
        stops.flatMap(text -> number(text, "nr_periods", 1)),
        least.map(Quota::cores),
        memory());
  }

  /** Limit and peak; empty where the group has no account of memory. */
  private Optional<Tiers.GroupMemory> memory() {
    boolean first = path(MEMORY).isPresent();
    Optional<Long> peak =
        (first ? read(MEMORY, "memory.max_usage_in_bytes") : read(VERSION_2, "memory.peak"))
            .flatMap(SystemFiles::number);
    Optional<Long> limit =
        (first ? read(MEMORY, "memory.limit_in_bytes") : read(VERSION_2, "memory.max"))
            .flatMap(SystemFiles::number)
            .filter(bytes -> bytes < UNLIMITED_BYTES);
    return peak.isPresent() || limit.isPresent()
        ? Optional.of(new Tiers.GroupMemory(limit, peak, Optional.empty()))
        : Optional.empty();
  }

  /**
   * The time on how many cores the group, and each that it is in, may use at most; empty without a
   * quota.
   */
  public Optional<Double> quotaCores() {
    return leastQuota().map(Quota::cores);
  }

  /** The least quota of the group and those that it is in; of equal ones that of the innermost. */
  private Optional<Quota> leastQuota() {
    return Stream.iterate(path(), path -> !path.isEmpty(), Cgroup::parent)
        .flatMap(path -> cores(path).map(cores -> new Quota(path, cores)).stream())
        .min(Comparator.comparingDouble(Quota::cores));
  }

  /** The quota of the group at a path, in cores. */
  private Optional<Double> cores(String path) {
    return quota(path)
        .filter(quota -> !quota.startsWith("max") && !quota.startsWith("-1"))
        .flatMap(quota -> share(quota.split(" ", -1)));
  }

  /** The group that the one at a path is in; empty text above the root. */
  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash > 0 ? path.substring(0, slash) : path.length() > 1 ? "/" : "";
  }

  /** Time and period in microseconds, of the group at a path. */
  private Optional<String> quota(String path) {
    String folder = cpuFolder(path);
    if (path("cpu").isEmpty()) {
      return files.read(folder + "cpu.max");
    }
    return files
        .read(folder + "cpu.cfs_quota_us")
        .flatMap(quota -> files.read(folder + "cpu.cfs_period_us").map(each -> quota + " " + each));
  }

  /** The folder of the group at a path, in the hierarchy of the CPU, with a slash at its end. */
  private String cpuFolder(String path) {
    return (path("cpu").isEmpty() ? ROOT : ROOT + "/cpu") + path + "/";
  }

  private Optional<String> read(String controller, String file) {
    String hierarchy = controller.isEmpty() ? ROOT : ROOT + "/" + controller;
    return path(controller).flatMap(path -> files.read(hierarchy + path + "/" + file));
  }

  /** A line is {@code number:controllers:path}; version 2 has no controllers. */
  Optional<String> path(String controller) {
    return groups
        .lines()
        .map(line -> line.split(":", 3))
        .filter(fields -> fields.length == 3)
        .filter(fields -> List.of(fields[1].split(",", -1)).contains(controller))
        .map(fields -> fields[2])
        .findFirst();
  }

  private static Optional<Double> share(String[] parts) {
    Optional<Long> time = SystemFiles.number(parts, 0, 1).filter(micros -> micros > 0);
    return SystemFiles.number(parts, 1, 1)
        .filter(period -> period > 0)
        .flatMap(period -> time.map(micros -> (double) micros / period));
  }

  private static Optional<Long> number(String text, String key, long unit) {
    return text.lines()
        .filter(line -> line.startsWith(key + " "))
        .findFirst()
        .flatMap(line -> SystemFiles.number(line.split(" +", -1), 1, unit));
  }
}
