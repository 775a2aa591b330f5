package dev.tierbench.observer.proc;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the process that listens on a TCP port, in the observer's own network namespace. */
public final class PortOwner {

  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String LISTEN = "0A";

  private PortOwner() {}

  /**
   * The PID of the listener.
   *
   * @throws CannotObserve when there is none, it cannot be seen, or there are several
   */
  public static long find(int port) throws CannotObserve {
    Set<String> sockets = new HashSet<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      listeners(Proc.text(Path.of(table)).orElse(""), port).forEach(sockets::add);
    }
    if (sockets.isEmpty()) {
      throw new CannotObserve("nothing listens on port " + port + ": see ss -ltnp, or give a PID");
    }
    Set<Long> owners = owners(sockets);
    if (owners.isEmpty()) {
      throw new CannotObserve(
          "the listener on port " + port + " belongs to another user: run as root or give a PID");
    }
    if (owners.size() > 1) {
      throw new CannotObserve(
          "several processes listen on port " + port + ": give one of the PIDs " + owners);
    }
    return owners.iterator().next();
  }

  /** The inodes of the sockets that listen on the port, from the text of {@code /proc/net/tcp}. */
  static Stream<String> listeners(String table, int port) {
    return table
        .lines()
        .skip(1)
        .map(line -> line.strip().split("\\s+", -1))
        .filter(cells -> cells.length > INODE && cells[STATE].equals(LISTEN))
        .filter(cells -> portOf(cells[LOCAL_ADDRESS]) == port)
        .map(cells -> cells[INODE]);
  }

  private static int portOf(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
  }

  private static Set<Long> owners(Set<String> inodes) throws CannotObserve {
    Set<Long> owners = new TreeSet<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (owns(process, inodes)) {
          owners.add(Long.parseLong(process.getFileName().toString()));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new CannotObserve("cannot list /proc: " + e.getMessage(), e);
    }
    return owners;
  }

  private static boolean owns(Path process, Set<String> inodes) {
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      return descriptors
          .flatMap(descriptor -> Proc.link(descriptor).stream())
          .map(Path::toString)
          .anyMatch(target ->
              target.startsWith("socket:[")
                  && inodes.contains(target.substring(8, target.length() - 1)));
    } catch (IOException | java.io.UncheckedIOException e) {
      // Another user's process, or one that just ended: not ours to look into.
      return false;
    }
  }
}
