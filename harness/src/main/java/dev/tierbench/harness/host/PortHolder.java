package dev.tierbench.harness.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out whether a port is free, and if not, who has it. */
public record PortHolder(SystemFiles files) {

  private static final String LISTENING = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /** Empty when the port can be listened at; else who holds it, in words. */
  public Optional<String> holder(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(process(port).orElse("a process that this user may not see"));
    }
  }

  private Optional<String> process(int port) {
    List<String> sockets =
        Stream.of("proc/net/tcp", "proc/net/tcp6")
            .flatMap(table -> files.read(table).stream())
            .flatMap(String::lines)
            .flatMap(line -> listeningSocket(line, port).stream())
            .toList();
    return files.names("proc").stream()
        .filter(name -> name.matches("\\d+"))
        .filter(pid -> holds(pid, sockets))
        .map(this::describe)
        .findFirst();
  }

  private static Optional<String> listeningSocket(String line, int port) {
    String[] fields = line.strip().split(" +", -1);
    String end = String.format(Locale.ROOT, ":%04X", port);
    boolean match =
        fields.length > INODE
            && fields[LOCAL_ADDRESS].endsWith(end)
            && fields[STATE].equals(LISTENING);
    return match ? Optional.of("socket:[" + fields[INODE] + "]") : Optional.empty();
  }

  private boolean holds(String pid, List<String> sockets) {
    String folder = "proc/" + pid + "/fd";
    return files.names(folder).stream()
        .flatMap(fd -> files.link(folder + "/" + fd).stream())
        .anyMatch(sockets::contains);
  }

  private String describe(String pid) {
    String command = files.read("proc/" + pid + "/cmdline").orElse("?").replace('\0', ' ').strip();
    int most = 100;
    return "process "
        + pid
        + " ("
        + (command.length() > most ? command.substring(0, most) + "..." : command)
        + ")";
  }
}
