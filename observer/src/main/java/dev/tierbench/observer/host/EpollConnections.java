package dev.tierbench.observer.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts how many accepted connections each epoll instance of a process watches, from outside: the
 * sockets that {@code /proc/PID/fdinfo} lists for it, joined with the TCP table of the process's
 * network namespace. An event loop on epoll has one instance; one on io_uring has none.
 */
public record EpollConnections(SystemFiles files) {

  public static final EpollConnections REAL = new EpollConnections(SystemFiles.REAL);

  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String ESTABLISHED = "01";
  private static final String LISTEN = "0A";
  private static final String EPOLL = "anon_inode:[eventpoll]";
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d{1,18})]");

  /** A watched file; kernels before 4.13 do not name its inode. */
  private static final Pattern WATCHED = Pattern.compile("tfd:.* ino:([0-9a-f]{1,15}) .*");

  /** Descriptors of a process that decide: its epoll instances, and the inodes of its sockets. */
  private record Descriptors(List<String> epolls, Set<Long> sockets) {}

  /** A TCP socket of the network namespace. */
  private record TcpSocket(String port, String state, long inode) {}

  /**
   * The established connections on the process's listening ports, for each epoll instance that
   * watches any, the most first; none when the process has no such instance, is gone, or belongs to
   * another user.
   */
  public List<Integer> of(long pid) {
    Descriptors open = descriptors(pid);
    if (open.epolls().isEmpty()) {
      return List.of();
    }
    Set<Long> accepted = accepted(pid, open.sockets());
    return open.epolls().stream()
        .map(epoll -> watched(pid, epoll, accepted))
        .filter(count -> count > 0)
        .sorted((a, b) -> Integer.compare(b, a))
        .toList();
  }

  private Descriptors descriptors(long pid) {
    String folder = "proc/" + pid + "/fd";
    List<String> epolls = new ArrayList<>();
    Set<Long> sockets = new HashSet<>();
    for (String descriptor : files.names(folder)) {
      String target = files.link(folder + "/" + descriptor).orElse("");
      Matcher socket = SOCKET.matcher(target);
      if (socket.matches()) {
        sockets.add(Long.valueOf(socket.group(1)));
      } else if (target.equals(EPOLL)) {
        epolls.add(descriptor);
      }
    }
    return new Descriptors(epolls, sockets);
  }

  /** The process's established sockets on the ports that it listens on. */
  private Set<Long> accepted(long pid, Set<Long> own) {
    Map<String, Set<Long>> established = new HashMap<>();
    Set<String> ports = new HashSet<>();
    Consumer<TcpSocket> sort =
        socket -> {
          if (socket.state().equals(LISTEN)) {
            ports.add(socket.port());
          } else if (socket.state().equals(ESTABLISHED)) {
            established.computeIfAbsent(socket.port(), port -> new HashSet<>()).add(socket.inode());
          }
        };
    for (String table : List.of("tcp", "tcp6")) {
      files.read("proc/" + pid + "/net/" + table).stream()
          .flatMap(String::lines)
          .flatMap(line -> socket(line).stream())
          .filter(socket -> own.contains(socket.inode()))
          .forEach(sort);
    }
    Set<Long> accepted = new HashSet<>();
    ports.forEach(port -> accepted.addAll(established.getOrDefault(port, Set.of())));
    return accepted;
  }

  private static Optional<TcpSocket> socket(String line) {
    String[] cells = line.strip().split("\\s+", INODE + 2);
    if (cells.length <= INODE) {
      return Optional.empty();
    }
    String address = cells[LOCAL_ADDRESS];
    String port = address.substring(address.lastIndexOf(':') + 1);
    return SystemFiles.number(cells[INODE]).map(inode -> new TcpSocket(port, cells[STATE], inode));
  }

  private int watched(long pid, String epoll, Set<Long> accepted) {
    return (int)
        files.read("proc/" + pid + "/fdinfo/" + epoll).stream()
            .flatMap(String::lines)
            .map(WATCHED::matcher)
            .filter(Matcher::matches)
            .map(line -> Long.valueOf(line.group(1), 16))
            .filter(accepted::contains)
            .distinct()
            .count();
  }
}
