package dev.tierbench.observer.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Small texts of {@code /proc}, whose files have no size and vanish with their process. */
public final class Proc {

  /** The inode of the PID namespace that the kernel starts with. */
  private static final String INITIAL_PID_NAMESPACE = "pid:[4026531836]";

  private Proc() {}

  /** The file's text; empty when it, its process or the right to read it is missing. */
  public static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Where the link points; empty when it, its process or the right to read it is missing. */
  public static Optional<Path> link(Path file) {
    try {
      return Optional.of(Files.readSymbolicLink(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The rest of the line of a {@code /proc/PID/status} that starts with {@code key:}. */
  public static Optional<String> field(String status, String key) {
    return status
        .lines()
        .filter(line -> line.startsWith(key + ":"))
        .map(line -> line.substring(key.length() + 1).strip())
        .findFirst();
  }

  /** Whether this process counts PIDs as the kernel does, so that BPF's TIDs are its own. */
  public static boolean inInitialPidNamespace() {
    return link(Path.of("/proc/self/ns/pid"))
        .map(namespace -> namespace.toString().equals(INITIAL_PID_NAMESPACE))
        .orElse(false);
  }

  /** How many descriptors this process and its children may have open. */
  public static long descriptorLimit() {
    return text(Path.of("/proc/self/limits")).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith("Max open files"))
        .map(line -> line.substring("Max open files".length()).strip().split("\\s+", -1)[0])
        .mapToLong(soft -> soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft))
        .findFirst()
        .orElse(0);
  }

  /** Whether this process runs as root. */
  public static boolean isRoot() {
    return text(Path.of("/proc/self/status"))
        .flatMap(status -> field(status, "Uid"))
        .map(uids -> uids.split("\\s+", -1)[1].equals("0"))
        .orElse(false);
  }
}
