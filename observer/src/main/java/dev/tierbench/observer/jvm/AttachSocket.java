package dev.tierbench.observer.jvm;

import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.host.foreign.Held;
import dev.tierbench.observer.host.foreign.TargetSocket;
import dev.tierbench.observer.host.foreign.TemporaryFolder;
import dev.tierbench.observer.host.foreign.TriggerFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * HotSpot's attach protocol, version 1, for a JVM in a container: no program is run, and no name is
 * looked up outside the container's own folder for temporary files. The protocol is that of {@code
 * attachListener_posix.cpp} and {@code VirtualMachineImpl}.
 */
final class AttachSocket {

  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 20;
  private static final int MOST_ANSWER_BYTES = 64 << 20;

  /** The longest argument that JDK 17 to 23 read. */
  private static final int MOST_ARGUMENT_BYTES = 1_024;

  /** The bit of SIGQUIT in the hexadecimal sets of {@code /proc/PID/status}. */
  private static final long SIGQUIT = 1L << 2;

  private AttachSocket() {}

  /**
   * Carries out a diagnostic command.
   *
   * @throws IOException saying why there is no answer, or with the answer when it is an error
   */
  static String ask(TargetProcess target, List<String> words, Duration limit) throws IOException {
    try (Held temporary = TemporaryFolder.of(SystemFiles.REAL, target.pid())) {
      String name = ".java_pid" + target.innerPid();
      if (!temporary.names().contains(name)) {
        startListener(target, temporary, name);
      }
      try (Held file = temporary.open(name);
          TargetSocket socket = TargetSocket.connect(target, file, limit)) {
        socket.send(request(String.join(" ", words)));
        return answer(new String(socket.receive(MOST_ANSWER_BYTES), StandardCharsets.UTF_8));
      }
    }
  }

  /** A JVM begins to listen when it gets SIGQUIT and finds a certain file. */
  private static void startListener(TargetProcess target, Held temporary, String name)
      throws IOException {
    try (TriggerFile trigger =
        TriggerFile.make(target, temporary, ".attach_pid" + target.innerPid())) {
      requireHandler(target.pid());
      Command.runToEnd(List.of("kill", "-QUIT", Long.toString(target.pid())), START_LIMIT);
      long deadline = System.nanoTime() + START_LIMIT.toNanos();
      while (!temporary.names().contains(name)) {
        if (System.nanoTime() > deadline) {
          throw new IOException("the JVM does not listen: it did not react to " + trigger.name());
        }
        pause();
      }
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the JVM was asked");
    }
  }

  /** The signal would end a process that does not handle it. */
  private static void requireHandler(long pid) throws IOException {
    boolean handled =
        SystemFiles.REAL
            .valueIn("proc/" + pid + "/status", "SigCgt")
            .filter(signals -> (Long.parseUnsignedLong(signals, 16) & SIGQUIT) != 0)
            .isPresent();
    if (!handled) {
      throw new IOException("process " + pid + " does not handle SIGQUIT: it is no HotSpot JVM");
    }
  }

  /** The version, the operation and its three arguments, of which jcmd uses the first. */
  private static byte[] request(String command) throws IOException {
    if (command.getBytes(StandardCharsets.UTF_8).length >= MOST_ARGUMENT_BYTES) {
      throw new IOException("a JVM takes no command as long as " + command);
    }
    return ("1\0jcmd\0" + command + "\0\0\0").getBytes(StandardCharsets.UTF_8);
  }

  private static String answer(String text) throws IOException {
    int end = text.indexOf('\n');
    String body = text.substring(end + 1).strip();
    if (end < 0 || !text.substring(0, end).strip().equals("0")) {
      throw new IOException("the JVM refused: " + (body.isEmpty() ? text.strip() : body));
    }
    return body;
  }
}
