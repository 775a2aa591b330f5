package dev.tierbench.harness.host;

import java.util.List;
import java.util.Optional;

/**
 * The control group of a process, in version 2 or in version 1 with a controller each for the CPU
 * and its account.
 *
 * @param usage the file with the CPU time
 * @param stat the file with the throttled time
 */
public record Cgroup(SystemFiles files, String usage, String stat) {

  private static final String ROOT = "sys/fs/cgroup";
  private static final long NANOS_PER_MICRO = 1_000;

  /** CPU time since the group was made; empty where the kernel does not tell. */
  public record Times(Optional<Long> cpuNs, Optional<Long> throttledNs) {}

  /**
   * How the group that a process is in shares the CPU with others.
   *
   * @param path below the root of the groups
   * @param weight {@code cpu.weight}, or {@code cpu.shares} in version 1
   * @param quota {@code cpu.max}, or quota and period in microseconds in version 1
   * @param cpuset the cores that the group may use
   */
  public record Settings(
      String path, Optional<String> weight, Optional<String> quota, Optional<String> cpuset) {}

  /** The settings of the group that a process is in; empty when it is gone. */
  public static Optional<Settings> settings(SystemFiles files, long pid) {
    return files.read("proc/" + pid + "/cgroup").flatMap(text -> settings(files, text));
  }

  private static Optional<Settings> settings(SystemFiles files, String groups) {
    Optional<String> cpu = path(groups, "cpu");
    if (cpu.isPresent()) {
      String folder = ROOT + "/cpu" + cpu.get();
      return Optional.of(
          new Settings(
              cpu.get(),
              files.read(folder + "/cpu.shares"),
              files
                  .read(folder + "/cpu.cfs_quota_us")
                  .flatMap(quota ->
                      files.read(folder + "/cpu.cfs_period_us").map(each -> quota + " " + each)),
              path(groups, "cpuset")
                  .flatMap(path -> files.read(ROOT + "/cpuset" + path + "/cpuset.cpus"))));
    }
    return path(groups, "")
        .map(path ->
            new Settings(
                path,
                files.read(ROOT + path + "/cpu.weight"),
                files.read(ROOT + path + "/cpu.max"),
                files.read(ROOT + path + "/cpuset.cpus.effective")));
  }

  /** The group that a process is in; empty when it is gone. */
  public static Optional<Cgroup> of(SystemFiles files, long pid) {
    return files.read("proc/" + pid + "/cgroup").flatMap(text -> find(files, text));
  }

  private static Optional<Cgroup> find(SystemFiles files, String groups) {
    Optional<String> cpu = path(groups, "cpu");
    Optional<String> account = path(groups, "cpuacct");
    if (cpu.isPresent() && account.isPresent()) {
      return Optional.of(
          new Cgroup(
              files,
              ROOT + "/cpuacct" + account.get() + "/cpuacct.usage",
              ROOT + "/cpu" + cpu.get() + "/cpu.stat"));
    }
    String unified = ROOT + path(groups, "").orElse("") + "/cpu.stat";
    return files.read(unified).map(text -> new Cgroup(files, unified, unified));
  }

  /** A line is {@code number:controllers:path}; version 2 has no controllers. */
  private static Optional<String> path(String groups, String controller) {
    return groups
        .lines()
        .map(line -> line.split(":", 3))
        .filter(fields -> fields.length == 3)
        .filter(fields -> List.of(fields[1].split(",", -1)).contains(controller))
        .map(fields -> fields[2])
        .findFirst();
  }

  public Times times() {
    Optional<String> account = files.read(usage);
    Optional<String> limits = files.read(stat);
    boolean unified = usage.equals(stat);
    return new Times(
        unified
            ? account.flatMap(text -> micros(text, "usage_usec"))
            : account.map(Long::parseLong),
        unified
            ? limits.flatMap(text -> micros(text, "throttled_usec"))
            : limits.flatMap(text -> number(text, "throttled_time")));
  }

  private static Optional<Long> micros(String text, String key) {
    return number(text, key).map(micros -> micros * NANOS_PER_MICRO);
  }

  private static Optional<Long> number(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key + " "))
        .map(line -> Long.parseLong(line.substring(key.length() + 1).strip()))
        .findFirst();
  }
}
