package dev.tierbench.observer.host;

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
 * A control group of our own with a quota of CPU time, in which a process starts: in version 1
 * below the group of this process, in version 2 below the root. Takes root.
 *
 * @param name of the group, which no other has
 * @param folders of the group, one for each hierarchy that it is in
 * @param cores of CPU time that its processes have together
 */
public record QuotaGroup(String name, List<Path> folders, double cores) implements AutoCloseable {

  /** Length of the periods in which the quota is given, as engines of containers have it. */
  static final long PERIOD_US = 100_000;

  private static final Pattern OWN = Pattern.compile("tierbench-(\\d+)-.*");
  private static final String MEMBERS = "cgroup.procs";

  /** Enters each group, and becomes the program. */
  private static final String ENTER =
      "until [ \"$1\" = -- ]; do echo $$ >\"$1/"
          + MEMBERS
          + "\" || exit 1; shift; done; shift;"
          + " exec \"$@\"";

  public QuotaGroup {
    folders = List.copyOf(folders);
  }

  /**
   * Makes a group.
   *
   * @param label part of its name
   * @throws IOException saying why it cannot be made
   */
  public static QuotaGroup make(SystemFiles files, String label, double cores) throws IOException {
    String name =
        "tierbench-%d-%s"
            .formatted(ProcessHandle.current().pid(), label.replaceAll("[^A-Za-z0-9.=@+_-]", "_"));
    Path root = files.root().resolve("sys/fs/cgroup");
    boolean first = Files.isDirectory(root.resolve("cpu"));
    List<Path> parents = first ? parentsOfFirst(files, root) : List.of(requireCpu(root));
    List<Path> made = new ArrayList<>();
    try {
      for (Path parent : parents) {
        removeAbandoned(parent);
        made.add(Files.createDirectories(parent.resolve(name)));
      }
      String quota = String.format(Locale.ROOT, "%.0f", cores * PERIOD_US);
      if (first) {
        Files.writeString(made.getFirst().resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_US));
        Files.writeString(made.getFirst().resolve("cpu.cfs_quota_us"), quota);
      } else {
        Files.writeString(made.getFirst().resolve("cpu.max"), quota + " " + PERIOD_US);
      }
      return new QuotaGroup(name, made, cores);
    } catch (IOException e) {
      for (Path folder : made) {
        Files.deleteIfExists(folder);
      }
      throw new IOException(
          "a control group with a quota of %s cores cannot be made in %s: %s"
              .formatted(cores, parents.getFirst(), e),
          e);
    }
  }

  /** The hierarchies of quota and account, which may be one. */
  private static List<Path> parentsOfFirst(SystemFiles files, Path root) throws IOException {
    String own = Cgroup.own(files).map(Cgroup::path).orElse("/").substring(1);
    Path cpu = root.resolve("cpu").resolve(own);
    Path account = root.resolve("cpuacct").resolve(own);
    return !Files.isDirectory(account) || account.toRealPath().equals(cpu.toRealPath())
        ? List.of(cpu)
        : List.of(cpu, account);
  }

  private static Path requireCpu(Path root) throws IOException {
    Path controllers = root.resolve("cgroup.subtree_control");
    if (!Files.exists(controllers)
        || !List.of(Files.readString(controllers).strip().split(" ", -1)).contains("cpu")) {
      throw new IOException(
          "no control group can have a quota: "
              + controllers
              + " has no 'cpu'; as root: echo +cpu > "
              + controllers);
    }
    return root;
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
    Optional<String> members =
        new SystemFiles(group.getRoot())
            .read(group.getRoot().relativize(group).resolve(MEMBERS).toString());
    if (members.filter(String::isEmpty).isPresent()) {
      Files.deleteIfExists(group);
    }
  }

  /** The words that start a program in the group; it has the process id of those words. */
  public List<String> starting(List<String> program) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", ENTER, "quota"));
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
