package dev.tierbench.observer.host;

import dev.tierbench.run.CpuList;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel allows this process. */
public record OwnProcess(SystemFiles files) {

  public static final OwnProcess REAL = new OwnProcess(SystemFiles.REAL);

  /** The inode of the PID namespace that the kernel starts with. */
  private static final String INITIAL_PID_NAMESPACE = "pid:[4026531836]";

  /**
   * Bit of CAP_SYS_NICE, numbered in {@code linux/capability.h}, in the hexadecimal capability sets
   * of {@code /proc/PID/status}.
   */
  private static final long CAP_SYS_NICE = 1L << 23;

  private static final Pattern OPEN_FILES = Pattern.compile("Max open files +(\\S+) +(\\S+)");

  /** How many files this process and its children may have open now; 0 when it is not known. */
  public long descriptorLimit() {
    return openFiles(1).orElse(0L);
  }

  /** The limit that a JVM raises its own to; {@link Long#MAX_VALUE} when unlimited. */
  Optional<Long> hardDescriptorLimit() {
    return openFiles(2);
  }

  private Optional<Long> openFiles(int column) {
    return files
        .read("proc/self/limits")
        .map(OPEN_FILES::matcher)
        .filter(Matcher::find)
        .map(limits -> limits.group(column))
        .map(limit -> limit.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(limit));
  }

  /** The cores that this process may use: the kernel also lists some that are offline. */
  public CpuList cores() {
    CpuList allowed =
        status("Cpus_allowed_list")
            .map(CpuList::parse)
            .orElseThrow(
                () -> new IllegalStateException("no Cpus_allowed_list in /proc/self/status"));
    return CpuTopology.online(files)
        .map(online -> allowed.without(allowed.without(online)))
        .orElse(allowed);
  }

  /** The cores that a thread of this process may use; empty when it is gone. */
  public Optional<CpuList> threadCores(long tid) {
    return files
        .valueIn("proc/self/task/" + tid + "/status", "Cpus_allowed_list")
        .map(CpuList::parse);
  }

  /** The TID of the calling thread. */
  public long threadId() {
    return files
        .link("proc/thread-self")
        .map(link -> Long.valueOf(link.substring(link.lastIndexOf('/') + 1)))
        .orElseThrow(() -> new IllegalStateException("/proc/thread-self cannot be read"));
  }

  /** Whether this process may raise its priority. */
  public boolean mayRaisePriority() {
    return status("CapEff")
        .filter(capabilities -> (Long.parseUnsignedLong(capabilities, 16) & CAP_SYS_NICE) != 0)
        .isPresent();
  }

  public boolean isRoot() {
    return uid() == 0;
  }

  /** The effective user id. */
  public long uid() {
    return status("Uid")
        .map(uids -> Long.parseLong(uids.split("\\s+", -1)[1]))
        .orElseThrow(() -> new IllegalStateException("no Uid in /proc/self/status"));
  }

  /** Whether this process counts PIDs as the kernel does, so that BPF reports the same TIDs. */
  public boolean inInitialPidNamespace() {
    return files.link("proc/self/ns/pid").filter(INITIAL_PID_NAMESPACE::equals).isPresent();
  }

  /** Whether a descriptor of this process, such as 1 for standard output, is a terminal. */
  public boolean isTerminal(int descriptor) {
    return files
        .link("proc/self/fd/" + descriptor)
        .filter(file -> file.startsWith("/dev/pts/") || file.startsWith("/dev/tty"))
        .isPresent();
  }

  private Optional<String> status(String key) {
    return files.valueIn("proc/self/status", key);
  }
}
