package dev.tierbench.harness.tier.database;

import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.file.Warning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folders for the files of clusters, in {@code $TMPDIR} or {@code /tmp}. The name of each says
 * which process made it, so that one that was left by a process that is gone can be deleted.
 */
final class ClusterScratch {

  private static final String PREFIX = "tierbench-postgres-";

  /** Namespace of process ids, id and start of the process that made a folder. */
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-(\\d+)-(\\d+)-\\d+");

  /** Others may pass through a folder whose name they know, as the server's user has to. */
  private static final Set<PosixFilePermission> PASSABLE =
      PosixFilePermissions.fromString("rwx--x--x");

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private ClusterScratch() {}

  private static Path temporary() {
    return Path.of(Optional.ofNullable(System.getenv("TMPDIR")).orElse("/tmp"));
  }

  /** Makes an empty folder that only this user can list and write to. */
  static Path make() throws IOException {
    long pid = ProcessHandle.current().pid();
    String name =
        "%s%s-%d-%d-".formatted(PREFIX, namespace(), pid, Proc.REAL.startTicks(pid).orElse(0L));
    return Files.setPosixFilePermissions(Files.createTempDirectory(temporary(), name), PASSABLE);
  }

  /** Processes of other namespaces may have the same ids. */
  private static String namespace() {
    return SystemFiles.REAL
        .link("proc/self/ns/pid")
        .map(link -> link.replaceAll("\\D", ""))
        .orElse("0");
  }

  /** Deletes the folders of this user's processes that are gone. */
  static void removeLeft() throws IOException, InterruptedException {
    List<Path> left;
    try (Stream<Path> files = Files.list(temporary())) {
      left = files.filter(ClusterScratch::isLeft).toList();
    }
    for (Path folder : left) {
      try {
        delete(folder);
      } catch (IOException e) {
        Warning.print("the files of an earlier run cannot be deleted: " + e.getMessage());
      }
    }
  }

  private static boolean isLeft(Path folder) {
    Matcher name = NAME.matcher(folder.getFileName().toString());
    return name.matches()
        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        && isOurs(folder)
        && name.group(1).equals(namespace())
        && !Proc.REAL
            .startTicks(Long.parseLong(name.group(2)))
            .equals(Optional.of(Long.parseLong(name.group(3))));
  }

  private static boolean isOurs(Path folder) {
    try {
      Object owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      return ((Integer) owner).longValue() == OwnProcess.REAL.uid();
    } catch (IOException e) {
      return false; // another's, or gone
    }
  }

  /**
   * Deletes a folder of {@link #make}. What the server's user owns in it is deleted with that
   * user's rights: it could exchange its folders for links meanwhile.
   */
  static void delete(Path folder) throws IOException, InterruptedException {
    Path data = PostgresCluster.data(folder);
    if (Files.isDirectory(data, LinkOption.NOFOLLOW_LINKS) && !isOurs(data)) {
      List<String> emptying = new ArrayList<>(asServer());
      emptying.addAll(List.of("find", data.toString(), "-mindepth", "1", "-delete"));
      Command.run(emptying, LIMIT);
      Files.delete(data);
    }
    FolderTree.delete(folder);
  }

  /** The words in front of a program of PostgreSQL: it refuses to run as root. */
  static List<String> asServer() throws IOException {
    if (!OwnProcess.REAL.isRoot()) {
      return List.of();
    }
    String user = String.valueOf(serverUser());
    return List.of(
        "setpriv",
        "--reuid",
        user,
        "--regid",
        String.valueOf(serverGroup()),
        "--clear-groups",
        // The kernel forgets the signal when the user changes.
        "--pdeathsig",
        "KILL",
        "--");
  }

  /** Lets the server's user own all files of a folder. */
  static void giveToServer(Path folder) throws IOException, InterruptedException {
    if (OwnProcess.REAL.isRoot()) {
      chown(folder, serverUser() + ":" + serverGroup());
    }
  }

  /** Lets this user own all files of a folder again. */
  static void takeBack(Path folder) throws IOException, InterruptedException {
    if (OwnProcess.REAL.isRoot()) {
      chown(folder, "0:0");
    }
  }

  private static void chown(Path folder, String owner) throws IOException, InterruptedException {
    Command.run(List.of("chown", "-R", "--no-dereference", owner, folder.toString()), LIMIT);
  }

  private static int serverUser() throws IOException {
    return account(2);
  }

  private static int serverGroup() throws IOException {
    return account(3);
  }

  /** A field of {@code /etc/passwd} of the user that a package of PostgreSQL makes, or nobody. */
  private static int account(int field) throws IOException {
    List<String[]> accounts =
        Files.readAllLines(Path.of("/etc/passwd")).stream()
            .map(line -> line.split(":", -1))
            .filter(fields -> fields.length > 3)
            .toList();
    return Stream.of("postgres", "nobody")
        .flatMap(name -> accounts.stream().filter(fields -> fields[0].equals(name)))
        .map(fields -> Integer.parseInt(fields[field]))
        .findFirst()
        .orElseThrow(() ->
            new IOException(
                "PostgreSQL does not run as root, and there is no user postgres or nobody"));
  }
}
