package dev.tierbench.observer.host;

import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A control group of our own with limits, in which a process starts: in version 1 below the group
 * of this process, in version 2 below the root. Takes root.
 *
 * @param name of the group, which no other has
 * @param folders of the group, one for each hierarchy that it is in
 */
public record LimitedGroup(String name, List<Path> folders, ResourceLimits limits)
    implements AutoCloseable {

  /** Length of the periods in which the quota is given, as engines of containers have it. */
  public static final long PERIOD_US = 100_000;

  private static final Pattern OWN = Pattern.compile("tierbench-(\\d+)-.*");
  private static final String MEMBERS = "cgroup.procs";
  private static final String CPU = "cpu";
  private static final String MEMORY = "memory";

  /** Enters each group, and becomes the program. */
  private static final String ENTER =
      "until [ \"$1\" = -- ]; do echo $$ >\"$1/"
          + MEMBERS
          + "\" || exit 1; shift; done; shift;"
          + " exec \"$@\"";

  /**
   * A file of a group.
   *
   * @param parent of the group
   * @param needed whether the group is of no use without it
   */
  private record Setting(Path parent, String file, String value, boolean needed) {
    void write(String group) throws IOException {
      Path path = parent.resolve(group).resolve(file);
      if (needed || Files.exists(path)) {
        Files.writeString(path, value);
      }
    }
  }

  public LimitedGroup {
    folders = List.copyOf(folders);
  }

  /**
   * Makes a group.
   *
   * @param label part of its name
   * @throws IOException saying why it cannot be made
   */
  public static LimitedGroup make(SystemFiles files, String label, ResourceLimits limits)
      throws IOException {
    String name =
        "tierbench-%d-%s"
            .formatted(ProcessHandle.current().pid(), label.replaceAll("[^A-Za-z0-9.=@+_-]", "_"));
    Path root = files.root().resolve("sys/fs/cgroup");
    boolean first = Files.isDirectory(root.resolve(CPU));
    List<Path> parents = first ? parentsOfFirst(files, root) : List.of(root);
    List<Setting> settings =
        first ? settingsOfFirst(parents, limits) : settingsOfSecond(root, limits);
    List<Path> made = new ArrayList<>();
    try {
      for (Path parent : parents) {
        removeAbandoned(parent);
        made.add(Files.createDirectories(parent.resolve(name)));
      }
      for (Setting setting : settings) {
        setting.write(name);
      }
      return new LimitedGroup(name, made, limits);
    } catch (IOException e) {
      for (Path folder : made) {
        Files.deleteIfExists(folder);
      }
      throw new IOException(
          "a control group with limits cannot be made in %s: %s".formatted(parents.getFirst(), e),
          e);
    }
  }

  /** The hierarchies of quota, account and memory, some of which may be one. */
  private static List<Path> parentsOfFirst(SystemFiles files, Path root) throws IOException {
    Optional<Cgroup> own = Cgroup.own(files);
    List<Path> parents = new ArrayList<>();
    List<Path> real = new ArrayList<>();
    for (String controller : List.of(CPU, "cpuacct", MEMORY)) {
      String below = own.flatMap(group -> group.path(controller)).orElse("/").substring(1);
      Path parent = root.resolve(controller).resolve(below);
      if (Files.isDirectory(parent) && !real.contains(parent.toRealPath())) {
        real.add(parent.toRealPath());
        parents.add(parent);
      }
    }
    return parents;
  }

  private static List<Setting> settingsOfFirst(List<Path> parents, ResourceLimits limits)
      throws IOException {
    List<Setting> settings = new ArrayList<>();
    if (limits.cores().isPresent()) {
      Path cpu = parents.getFirst();
      settings.add(new Setting(cpu, "cpu.cfs_period_us", String.valueOf(PERIOD_US), true));
      settings.add(new Setting(cpu, "cpu.cfs_quota_us", micros(limits.cores().get()), true));
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
      settings.add(new Setting(memory, "memory.limit_in_bytes", bytes, true));
      settings.add(new Setting(memory, "memory.memsw.limit_in_bytes", bytes, false));
    }
    return settings;
  }

  private static List<Setting> settingsOfSecond(Path root, ResourceLimits limits)
      throws IOException {
    List<Setting> settings = new ArrayList<>();
    if (limits.cores().isPresent()) {
      requireController(root, CPU);
      settings.add(
          new Setting(root, "cpu.max", micros(limits.cores().get()) + " " + PERIOD_US, true));
    }
    if (limits.memoryBytes().isPresent()) {
      requireController(root, MEMORY);
      settings.add(
          new Setting(root, "memory.max", String.valueOf(limits.memoryBytes().get()), true));
      settings.add(new Setting(root, "memory.swap.max", "0", false));
    }
    return settings;
  }

  /** A quota as the kernel and engines of containers take it: CPU time of a period. */
  public static String micros(double cores) {
    return String.format(Locale.ROOT, "%.0f", cores * PERIOD_US);
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

  /** How many of its processes the kernel ended for want of memory; empty when it does not say. */
  public Optional<Long> oomKills() {
    return folders.stream()
        .flatMap(folder -> Stream.of("memory.oom_control", "memory.events").map(folder::resolve))
        .flatMap(file -> read(file).stream())
        .flatMap(String::lines)
        .filter(line -> line.startsWith("oom_kill "))
        .flatMap(line -> SystemFiles.number(line.substring(line.indexOf(' ') + 1)).stream())
        .findFirst();
  }

  private static Optional<String> read(Path file) {
    return new SystemFiles(file.getRoot()).read(file.getRoot().relativize(file).toString());
  }

  /** A group is left behind by a process that was killed; it holds no process. */
  private static void removeAbandoned(Path parent) throws IOException {
    try (Stream<Path> children = Files.list(parent)) {
      for (Path child : children.toList()) {
        Matcher own = OWN.matcher(child.getFileName().toString());
        if (own.matches() && ProcessHandle.of(Long.parseLong(own.group(1))).isEmpty()) {
          removeIfEmpty(child);
        }
      }
    }
  }

  private static void removeIfEmpty(Path group) throws IOException {
    if (read(group.resolve(MEMBERS)).filter(String::isEmpty).isPresent()) {
      Files.deleteIfExists(group);
    }
  }

  /** The words that start a program in the group; it has the process id of those words. */
  public List<String> starting(List<String> program) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", ENTER, "limits"));
    folders.forEach(folder -> words.add(folder.toString()));
    words.add("--");
    words.addAll(program);
    return words;
  }

  /** Removes the group, whose processes have ended. */
  @Override
  public void close() {
    for (Path folder : folders) {
      try {
        Files.deleteIfExists(folder);
      } catch (IOException e) {
        throw new UncheckedIOException("the control group cannot be removed: " + e, e);
      }
    }
  }
}
