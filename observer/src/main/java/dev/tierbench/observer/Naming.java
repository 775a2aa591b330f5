package dev.tierbench.observer;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.threads.ThreadRow;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names threads and finds their roles: by the thread dump where it has them, else by the kernel.
 */
final class Naming {

  private static final String FORK_JOIN = "ForkJoinPool";
  private static final Pattern POOL_WORKER =
      Pattern.compile("(" + FORK_JOIN + "-\\d+-worker-)\\d+");

  /**
   * A thread's name and role.
   *
   * @param whole whether the name is known to its end
   */
  record Named(String name, String role, boolean whole) {}

  private final TargetProcess target;
  private final ThreadDump dump;
  private final Roles roles;
  private final Set<String> carrierPools = new HashSet<>();

  /** The first pool of a JVM is that of the carriers only where there are virtual threads. */
  private final boolean noVirtualThreads;

  Naming(TargetProcess target, ThreadDump dump, Roles roles) {
    this.target = target;
    this.dump = dump;
    this.roles = roles;
    dump.carriers().stream()
        .map(tid -> poolOf(dump.names().getOrDefault(tid, "")))
        .flatMap(Optional::stream)
        .forEach(carrierPools::add);
    noVirtualThreads =
        dump.carriers().isEmpty()
            && dump.names().values().stream()
                .filter(name -> !name.startsWith(FORK_JOIN)) // any such pool may have timers
                .map(roles::of)
                .noneMatch(Roles.VTHREAD_POLLER::equals);
  }

  /** Names a thread that lives; {@code innerTid} is the one that HotSpot prints. */
  Named live(long tid, long innerTid, String comm) {
    Optional<String> name = Optional.ofNullable(dump.names().get(innerTid));
    if (name.isPresent()) {
      return new Named(name.get(), roleOf(name.get()), true);
    }
    if (tid == target.pid()) {
      // The launcher's own thread waits for the JVM's main thread and has no Java name.
      return new Named(comm, Roles.VM, true);
    }
    return gone(comm);
  }

  /** Names a thread that no dump has any more. */
  Named gone(String comm) {
    if (Roles.isWhole(comm)) {
      return new Named(comm, roleOf(comm), true);
    }
    return new Named(comm + ThreadRow.CUT, roles.ofKernelName(comm), false);
  }

  private String roleOf(String name) {
    Optional<String> pool = poolOf(name);
    if (pool.filter(carrierPools::contains).isPresent()) {
      return Roles.CARRIER;
    }
    return pool.isPresent() && noVirtualThreads ? Roles.WORKER : roles.of(name);
  }

  private static Optional<String> poolOf(String name) {
    Matcher matcher = POOL_WORKER.matcher(name);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
