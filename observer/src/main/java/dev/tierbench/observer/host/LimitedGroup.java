package dev.tierbench.observer.host;

import dev.tierbench.run.HeldInterrupt;
import dev.tierbench.run.file.Warning;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A control group of our own with limits, in which a process starts: in version 1 below the group
 * of this process, in version 2 below the root. Takes root. Thread-safe.
 */
public final class LimitedGroup implements AutoCloseable {

  /** How long a killed process may take to leave its group. */
  private static final Duration LEAVING = Duration.ofMillis(500);

  private static final Duration POLL = Duration.ofMillis(10);

  private static final Pattern OWN = Pattern.compile("tierbench-(\\d{1,9})-.*");
  private static final String MEMBERS = "cgroup.procs";

  /** Enters each group, and becomes the program. */
  private static final String ENTER =
      "until [ \"$1\" = -- ]; do echo $$ >\"$1/"
          + MEMBERS
          + "\" || exit 1; shift; done; shift;"
          + " exec \"$@\"";

  private final String name;
  private final List<Path> folders;
  private final ResourceLimits limits;
  private final MemoryPeak peak;

  LimitedGroup(String name, List<Path> folders, ResourceLimits limits) {
    this.name = name;
    this.folders = List.copyOf(folders);
    this.limits = limits;
    this.peak = new MemoryPeak(folders);
  }

  /** Name of the group, which no other has. */
  public String name() {
    return name;
  }

  /** Folders of the group, one for each hierarchy that it is in. */
  public List<Path> folders() {
    return folders;
  }

  /** What the group was made for. */
  public ResourceLimits limits() {
    return limits;
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
    boolean first = Files.isDirectory(root.resolve(GroupSetting.CPU));
    List<Path> parents = first ? parentsOfFirst(files, root) : List.of(root);
    List<GroupSetting> settings =
        first ? GroupSetting.ofFirst(parents, limits) : GroupSetting.ofSecond(root, limits);
    List<Path> made = new ArrayList<>();
    try {
      for (Path parent : parents) {
        removeAbandoned(parent);
        made.add(Files.createDirectories(parent.resolve(name)));
      }
      for (GroupSetting setting : settings) {
        setting.write(name);
      }
      return new LimitedGroup(name, made, limits);
    } catch (IOException e) {
      made.forEach(LimitedGroup::remove);
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
    for (String controller : List.of(GroupSetting.CPU, "cpuacct", GroupSetting.MEMORY)) {
      String below = own.flatMap(group -> group.path(controller)).orElse("/").substring(1);
      Path parent = root.resolve(controller).resolve(below);
      if (Files.isDirectory(parent) && !real.contains(parent.toRealPath())) {
        real.add(parent.toRealPath());
        parents.add(parent);
      }
    }
    return parents;
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

  /**
   * Whether its processes may go on in the host's swap beyond the limit of memory: the kernel has
   * no account of swap for control groups.
   */
  public boolean leavesSwap(SystemFiles files) {
    return limits.memoryBytes().isPresent()
        && files.bytes("proc/meminfo", "SwapTotal").filter(bytes -> bytes > 0).isPresent()
        && folders.stream()
            .flatMap(folder -> GroupSetting.SWAP.stream().map(folder::resolve))
            .noneMatch(Files::exists);
  }

  /** Lets {@link #memoryPeakBytes} count from now on; false where the kernel cannot. */
  public boolean resetMemoryPeak() {
    return peak.reset();
  }

  /** The most memory that it held since {@link #resetMemoryPeak}; empty without one. */
  public Optional<Long> memoryPeakBytes() {
    return peak.bytes();
  }

  private static Optional<String> read(Path file) {
    return new SystemFiles(file.getRoot()).read(file.getRoot().relativize(file).toString());
  }

  /** A group is left behind by a process that was killed; it holds no process. */
  private static void removeAbandoned(Path parent) throws IOException {
    try (Stream<Path> children = Files.list(parent)) {
      for (Path child : children.toList()) {
        Matcher own = OWN.matcher(child.getFileName().toString());
        if (own.matches()
            && ProcessHandle.of(Long.parseLong(own.group(1))).isEmpty()
            && members(child).isEmpty()) {
          remove(child);
        }
      }
    }
  }

  /** The processes of a group, by their ids; none when it is gone. */
  private static List<String> members(Path group) {
    return read(group.resolve(MEMBERS)).stream()
        .flatMap(String::lines)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  /** The words that start a program in the group; it has the process id of those words. */
  public List<String> starting(List<String> program) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", ENTER, "limits"));
    folders.forEach(folder -> words.add(folder.toString()));
    words.add("--");
    words.addAll(program);
    return words;
  }

  /**
   * Removes the group, whose processes have been ended or killed. Waits a moment for those that
   * have not left it yet; a folder that stays is a warning. Does nothing the second time.
   */
  @Override
  public void close() {
    peak.close();
    folders.forEach(LimitedGroup::remove);
  }

  /**
   * Tries until the last process has left: the kernel says before that it is busy, and never that
   * it is not empty. An interrupt stays pending.
   */
  private static void remove(Path folder) {
    long deadline = System.nanoTime() + LEAVING.toNanos();
    HeldInterrupt held = new HeldInterrupt();
    try {
      while (!isRemoved(folder, deadline)) {
        try {
          Thread.sleep(POLL);
        } catch (InterruptedException e) {
          held.again();
        }
      }
    } finally {
      held.release();
    }
  }

  /** Whether a folder is gone, or was given up with a warning. */
  private static boolean isRemoved(Path folder, long deadline) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException e) {
      boolean isGivenUp = e instanceof DirectoryNotEmptyException || System.nanoTime() > deadline;
      if (isGivenUp) {
        Warning.print(leftBehind(folder, e));
      }
      return isGivenUp;
    }
  }

  private static String leftBehind(Path folder, IOException why) {
    List<String> members = members(folder);
    return "the control group %s is left behind%s; remove it: rmdir %s (%s)"
        .formatted(
            folder,
            members.isEmpty() ? "" : " with process " + String.join(", ", members),
            folder,
            why);
  }
}
