package dev.tierbench.observer.host;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The JVM to observe.
 *
 * @param innerPid its PID in its own PID namespace
 * @param startTicks when it started, which distinguishes it from a later process of its PID
 * @param nested whether it lives in another PID namespace than the observer
 * @param executable its {@code java}, when it shares the observer's file system
 */
public record TargetProcess(
    long pid,
    long innerPid,
    long startTicks,
    boolean nested,
    String command,
    long uid,
    long gid,
    Optional<Path> executable) {

  private static final SystemFiles FILES = SystemFiles.REAL;
  private static final Proc PROC = new Proc(FILES);

  /**
   * Finds the process.
   *
   * @throws CannotObserve when there is none, it is no JVM, or it belongs to someone else
   */
  public static TargetProcess find(long pid) throws CannotObserve {
    String folder = "proc/" + pid;
    String status =
        FILES
            .read(folder + "/status")
            .orElseThrow(
                () -> new CannotObserve("no process " + pid + ": list the JVMs with jcmd -l"));
    String command = SystemFiles.value(status, "Name").orElse("?");
    String group = SystemFiles.value(status, "Tgid").orElse("");
    if (!group.equals(Long.toString(pid))) {
      throw new CannotObserve(
          pid + " is a thread of process " + group + ": give the process, " + group);
    }
    requireJvm(pid, command);
    String[] innerPids =
        SystemFiles.value(status, "NSpid").orElse(Long.toString(pid)).split("\\s+", -1);
    return new TargetProcess(
        pid,
        Long.parseLong(innerPids[innerPids.length - 1]),
        PROC.startTicks(pid).orElseThrow(() -> new CannotObserve("process " + pid + " has ended")),
        innerPids.length > 1,
        command,
        effective(status, "Uid"),
        effective(status, "Gid"),
        sharesFiles(FILES, pid) ? FILES.link(folder + "/exe").map(Path::of) : Optional.empty());
  }

  /**
   * The JVM that a process has started and waits for, as a start script does.
   *
   * @return empty of a process that is a JVM, or has none below it
   */
  public static Optional<Long> jvmBelow(long pid) {
    return isJvm(pid)
        ? Optional.empty()
        : ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::descendants)
            .map(ProcessHandle::pid)
            .filter(TargetProcess::isJvm)
            .findFirst();
  }

  private static boolean isJvm(long pid) {
    return FILES.read("proc/" + pid + "/maps").filter(TargetProcess::hasJvm).isPresent();
  }

  private static boolean hasJvm(String maps) {
    return maps.contains("/libjvm.so");
  }

  private static void requireJvm(long pid, String command) throws CannotObserve {
    Optional<String> maps = FILES.read("proc/" + pid + "/maps");
    String process = "process " + pid + " (" + command + ")";
    if (maps.isEmpty()) {
      throw new CannotObserve(
          "no right to look into " + process + ": run as root or as the process's own user");
    }
    if (!hasJvm(maps.get())) {
      throw new CannotObserve(
          process + " is not a HotSpot JVM: list the JVMs with jcmd -l and give one of those");
    }
  }

  /** The effective id of a key such as {@code Uid} in the text of {@code /proc/PID/status}. */
  public static long effective(String status, String key) {
    return Long.parseLong(SystemFiles.value(status, key).orElseThrow().split("\\s+", -1)[1]);
  }

  /** Whether a path means the same file to a process as to this one: not in a container. */
  public static boolean sharesFiles(SystemFiles files, long pid) {
    Optional<String> theirs = files.link("proc/" + pid + "/ns/mnt");
    return theirs.isPresent()
        && theirs.equals(files.link("proc/self/ns/mnt"))
        && files.link("proc/" + pid + "/root").equals(Optional.of("/"));
  }

  /** Whether it has another file system than the observer, as in a container. */
  public boolean isInContainer() {
    return executable.isEmpty();
  }

  /** Whether the process still runs; one that ended does not, though nobody has waited for it. */
  public boolean isAlive() {
    return PROC.startTicks(pid).equals(Optional.of(startTicks));
  }

  /** The folder that has one entry per thread. */
  public Path taskFolder() {
    return Path.of("/proc/" + pid + "/task");
  }
}
