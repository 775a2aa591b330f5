package dev.tierbench.observer.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the process that listens on a TCP port, in this process's own network namespace. A program
 * that passes connections on to a container is refused: what it uses is not what the server uses.
 */
public record PortOwner(SystemFiles files) {

  public static final PortOwner REAL = new PortOwner(SystemFiles.REAL);

  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String LISTEN = "0A";
  private static final int MOST_CHARACTERS = 100;

  /** How the names of programs begin that hold ports for containers. */
  private static final List<String> FORWARDERS =
      List.of(
          "docker-proxy",
          "dockerd",
          "rootlesskit",
          "rootlessport",
          "slirp4netns",
          "pasta",
          "conmon");

  /**
   * The PID of the listener.
   *
   * @throws CannotObserve when there is none, it cannot be seen, there are several, or it passes
   *     connections on to a container
   */
  public long find(int port) throws CannotObserve {
    List<String> sockets = sockets(port);
    if (sockets.isEmpty()) {
      throw new CannotObserve("nothing listens on port " + port + ": see ss -ltnp, or give a PID");
    }
    List<Long> owners = owners(sockets);
    if (owners.isEmpty()) {
      throw new CannotObserve(
          "the listener on port " + port + " belongs to another user: run as root or give a PID");
    }
    for (long owner : owners) {
      Optional<String> program = new Proc(files).command(owner);
      if (program.filter(PortOwner::isForwarder).isPresent()) {
        throw new CannotObserve(
            ("port %d belongs to %s (process %d), which passes connections on to a container: start the"
                    + " container with --network host, so that its JVM has the port, or give that JVM's"
                    + " PID")
                .formatted(port, program.get(), owner));
      }
    }
    if (owners.size() > 1) {
      throw new CannotObserve(
          "several processes listen on port " + port + ": give one of the PIDs " + owners);
    }
    return owners.getFirst();
  }

  private static boolean isForwarder(String program) {
    return FORWARDERS.stream().anyMatch(program::startsWith);
  }

  /** Describes who holds an address; empty when it is free to listen on. */
  public Optional<String> holder(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          owners(sockets(port)).stream()
              .findFirst()
              .map(this::describe)
              .orElse("a process that this user may not see"));
    }
  }

  private List<String> sockets(int port) {
    return Stream.of("proc/net/tcp", "proc/net/tcp6")
        .flatMap(table -> files.read(table).stream())
        .flatMap(table -> listeners(table, port))
        .distinct()
        .toList();
  }

  /** The sockets that listen on the port, from the text of {@code /proc/net/tcp}. */
  static Stream<String> listeners(String table, int port) {
    return table
        .lines()
        .skip(1)
        .map(line -> line.strip().split("\\s+", -1))
        .filter(cells -> cells.length > INODE && cells[STATE].equals(LISTEN))
        .filter(cells -> portOf(cells[LOCAL_ADDRESS]) == port)
        .map(cells -> "socket:[" + cells[INODE] + "]");
  }

  private static int portOf(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
  }

  /** The processes that have one of the sockets open, as far as this user may look. */
  private List<Long> owners(List<String> sockets) {
    return files.pids().stream().filter(pid -> owns(pid, sockets)).sorted().toList();
  }

  private boolean owns(long pid, List<String> sockets) {
    String folder = "proc/" + pid + "/fd";
    return files.names(folder).stream()
        .flatMap(descriptor -> files.link(folder + "/" + descriptor).stream())
        .anyMatch(sockets::contains);
  }

  private String describe(long pid) {
    String command = files.read("proc/" + pid + "/cmdline").orElse("?").replace('\0', ' ').strip();
    if (command.length() > MOST_CHARACTERS) {
      command = command.substring(0, MOST_CHARACTERS) + "...";
    }
    return "process " + pid + " (" + command + ")";
  }
}
