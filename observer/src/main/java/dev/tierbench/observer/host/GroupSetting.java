package dev.tierbench.observer.host;

import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of a control group that sets a limit.
 *
 * @param parent of the group
 * @param needed whether the group is of no use without it
 */
record GroupSetting(Path parent, String file, String value, boolean needed) {

  static final String CPU = "cpu";
  static final String MEMORY = "memory";

  /**
   * Files that limit swap, in version 1 and version 2; a kernel that has no account of swap for
   * groups has neither.
   */
  static final List<String> SWAP = List.of("memory.memsw.limit_in_bytes", "memory.swap.max");

  void write(String group) throws IOException {
    Path path = parent.resolve(group).resolve(file);
    if (needed || Files.exists(path)) {
      Files.writeString(path, value);
    }
  }

  /** The files of version 1; the hierarchy of quotas is the first of its parents. */
  static List<GroupSetting> ofFirst(List<Path> parents, ResourceLimits limits) throws IOException {
    List<GroupSetting> settings = new ArrayList<>();
    if (limits.cores().isPresent()) {
      Path cpu = parents.getFirst();
      settings.add(
          new GroupSetting(
              cpu, "cpu.cfs_period_us", String.valueOf(ResourceLimits.PERIOD_US), true));
      settings.add(
          new GroupSetting(
              cpu, "cpu.cfs_quota_us", ResourceLimits.micros(limits.cores().get()), true));
    }
    if (limits.memoryBytes().isPresent()) {
      Path memory =
          parents.stream()
              .filter(parent -> Files.exists(parent.resolve("memory.limit_in_bytes")))
              .findFirst()
              .orElseThrow(() ->
                  new IOException(
                      "no control group can limit memory: there is no hierarchy of it"));
      String bytes = String.valueOf(limits.memoryBytes().get());
      settings.add(new GroupSetting(memory, "memory.limit_in_bytes", bytes, true));
      settings.add(new GroupSetting(memory, SWAP.getFirst(), bytes, false));
    }
    return settings;
  }

  /** The files of version 2. */
  static List<GroupSetting> ofSecond(Path root, ResourceLimits limits) throws IOException {
    List<GroupSetting> settings = new ArrayList<>();
    if (limits.cores().isPresent()) {
      requireController(root, CPU);
      settings.add(
          new GroupSetting(
              root,
              "cpu.max",
              ResourceLimits.micros(limits.cores().get()) + " " + ResourceLimits.PERIOD_US,
              true));
    }
    if (limits.memoryBytes().isPresent()) {
      requireController(root, MEMORY);
      settings.add(
          new GroupSetting(root, "memory.max", String.valueOf(limits.memoryBytes().get()), true));
      settings.add(new GroupSetting(root, SWAP.getLast(), "0", false));
    }
    return settings;
  }

  private static void requireController(Path root, String name) throws IOException {
    Path controllers = root.resolve("cgroup.subtree_control");
    if (!Files.exists(controllers)
        || !List.of(Files.readString(controllers).strip().split(" ", -1)).contains(name)) {
      throw new IOException(
          "no control group can limit it: %s has no '%s'; as root: echo +%s > %s"
              .formatted(controllers, name, name, controllers));
    }
  }
}
