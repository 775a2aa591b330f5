package dev.tierbench.observer;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.observer.role.ThreadRoles;
import dev.tierbench.run.threads.ThreadRow;
import java.util.Optional;

/**
 * Names threads and finds their roles: by the thread dump where it has them, else by the kernel.
 */
final class Naming {

  /**
   * A thread's name and role.
   *
   * @param whole whether the name is known to its end
   */
  record Named(String name, String role, boolean whole) {}

  private final TargetProcess target;
  private final ThreadDump dump;
  private final ThreadRoles roles;

  Naming(TargetProcess target, ThreadDump dump, Roles roles) {
    this.target = target;
    this.dump = dump;
    this.roles = new ThreadRoles(roles, dump);
  }

  /** Names a thread that lives; {@code innerTid} is the one that HotSpot prints. */
  Named live(long tid, long innerTid, String comm) {
    Optional<String> name = Optional.ofNullable(dump.names().get(innerTid));
    if (name.isPresent()) {
      return new Named(name.get(), roles.of(name.get()), true);
    }
    if (tid == target.pid()) {
      // The launcher's own thread waits for the JVM's main thread and has no Java name.
      return new Named(comm, Roles.VM, true);
    }
    return gone(comm);
  }

  /** Names a thread that no dump has any more. */
  Named gone(String comm) {
    boolean whole = Roles.isWhole(comm);
    return new Named(whole ? comm : comm + ThreadRow.CUT, roles.ofKernelName(comm), whole);
  }
}
