package dev.tierbench.observer.agent;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Finds the JVM that a harness started, by the token in its environment. A token can be seen in the
 * list of processes, so its bearer also has to belong to the agent's user, or to live in a
 * container that a privileged user made, which other users of the host cannot imitate.
 */
record MarkedJvm(SystemFiles files) {

  private static final long KTHREADD = 2;

  /**
   * The process id of the JVM.
   *
   * @throws IOException when there is none, or more than one
   */
  long find(String token) throws IOException {
    List<Long> marked = marked(token);
    List<Long> trusted = marked.stream().filter(this::isTrusted).toList();
    if (trusted.size() > 1) {
      throw new IOException(
          "more than one JVM has the token of the sweep (processes "
              + String.join(", ", trusted.stream().map(String::valueOf).toList())
              + "): none of them is measured; end those that the sweep did not start");
    }
    if (trusted.isEmpty() && !marked.isEmpty()) {
      throw new IOException(
          "process "
              + marked.getFirst()
              + " has the token of the sweep and belongs to another user: it is not measured");
    }
    if (trusted.isEmpty()) {
      throw new IOException("no JVM has come up");
    }
    return trusted.getFirst();
  }

  /** The JVMs that bear the token and are surely of the harness. */
  List<Long> trusted(String token) {
    return marked(token).stream().filter(this::isTrusted).toList();
  }

  private List<Long> marked(String token) {
    String variable = AgentRequest.TOKEN + "=" + token;
    return files.pids().stream().filter(pid -> isMarkedJvm(pid, variable)).toList();
  }

  /** A container has an init with the same environment, so the program's name decides too. */
  private boolean isMarkedJvm(long pid, String variable) {
    return files
            .read("proc/" + pid + "/environ")
            .filter(text -> List.of(text.split("\0", -1)).contains(variable))
            .isPresent()
        && new Proc(files).command(pid).filter("java"::equals).isPresent();
  }

  private boolean isTrusted(long pid) {
    return files
            .read("proc/" + pid + "/status")
            .filter(status -> TargetProcess.effective(status, "Uid") == new OwnProcess(files).uid())
            .isPresent()
        || isInPrivilegedContainer(pid);
  }

  /**
   * Returns whether the process is in a privileged container: it has a mount namespace of its own
   * but the user namespace of this process. Without privileges, a mount namespace can be made in a
   * new user namespace only.
   */
  private boolean isInPrivilegedContainer(long pid) {
    Optional<String> users = files.link("proc/" + pid + "/ns/user");
    Optional<String> mounts = files.link("proc/" + pid + "/ns/mnt");
    Optional<String> ofTheHost = mountsOfTheHost();
    return users.isPresent()
        && users.equals(files.link("proc/self/ns/user"))
        && mounts.isPresent()
        && ofTheHost.isPresent()
        && !mounts.equals(ofTheHost);
  }

  /**
   * An init that protects itself can be read by nobody; the kernel's own threads share its mounts.
   */
  private Optional<String> mountsOfTheHost() {
    return files
        .link("proc/1/ns/mnt")
        .or(() ->
            new Proc(files)
                .command(KTHREADD)
                .filter("kthreadd"::equals)
                .flatMap(any -> files.link("proc/" + KTHREADD + "/ns/mnt")));
  }
}
