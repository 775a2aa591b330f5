package dev.tierbench.observer.host.foreign;

import com.sun.jna.LastErrorException;
import dev.tierbench.observer.host.Architecture;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.SystemFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A file or folder that another process sees. Where that process could change names while they are
 * used, it is held by a descriptor: names are looked up one at a time and links are not followed,
 * so nothing leads out of a container or to a file of another user.
 */
public final class Held implements AutoCloseable {

  private static final int O_PATH = 0x200000;
  private static final int O_CLOEXEC = 0x80000;

  private static final Set<StandardOpenOption> NEW_FILE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final int TYPE = 0170000;
  private static final int FOLDER = 0040000;
  private static final int REGULAR_FILE = 0100000;
  private static final int SOCKET = 0140000;

  private final Path path;
  private final String name;
  private final OptionalInt descriptor;

  /** Whether only this user and root can change the names in it. */
  private final boolean trusted;

  private Held(Path path, String name, OptionalInt descriptor, boolean trusted) {
    this.path = path;
    this.name = name;
    this.descriptor = descriptor;
    this.trusted = trusted;
  }

  /** A folder of this host whose path nobody but root can change. */
  static Held byPath(Path folder, boolean trusted) {
    return new Held(folder, folder.toString(), OptionalInt.empty(), trusted);
  }

  /** The root folder of a process: the kernel resolves that link and no other. */
  static Held rootOf(SystemFiles files, long pid) throws IOException {
    return byDescriptor(files.root().resolve("proc/" + pid + "/root"), "/", 0);
  }

  private static Held byDescriptor(Path path, String name, int flags) throws IOException {
    try {
      int descriptor = LinuxCalls.load().open(path.toString(), O_PATH | O_CLOEXEC | flags, 0);
      return new Held(
          Path.of("/proc/self/fd/" + descriptor), name, OptionalInt.of(descriptor), false);
    } catch (LastErrorException e) {
      throw new IOException(name + " cannot be opened: " + e.getMessage(), e);
    }
  }

  /**
   * What has that name in this folder, whatever it is; a link is not followed.
   *
   * @param child one name, not a path
   */
  public Held open(String child) throws IOException {
    requireOneName(child);
    Path below = path.resolve(child);
    String shown = Path.of(name).resolve(child).toString();
    if (!trusted) {
      return byDescriptor(below, shown, noFollow());
    }
    if (!Files.exists(below, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(shown + " cannot be opened: it does not exist");
    }
    return new Held(below, shown, OptionalInt.empty(), true);
  }

  /**
   * A folder of this user, in which nobody else can change names.
   *
   * @throws IOException when it is something else, or belongs to somebody else
   */
  public Held openOwnFolder(String child) throws IOException {
    requireOneName(child);
    String shown = Path.of(name).resolve(child).toString();
    Held own =
        descriptor.isPresent()
            ? byDescriptor(path.resolve(child), shown, noFollow())
            : new Held(path.resolve(child), shown, OptionalInt.empty(), true);
    try {
      own.requireFolder();
      if (own.uid() != OwnProcess.REAL.uid()) {
        throw new IOException(shown + " belongs to another user: remove it");
      }
    } catch (IOException e) {
      own.close();
      throw e;
    }
    return own;
  }

  /**
   * Makes a folder of this user in this folder.
   *
   * @param permissions as {@code ls} prints them, whatever the umask
   */
  public Held makeFolder(String child, String permissions) throws IOException {
    requireOneName(child);
    Path made =
        Files.createDirectory(
            path.resolve(child),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Held folder = openOwnFolder(made.getFileName().toString());
    try {
      if (!folder.names().isEmpty()) {
        throw new IOException(folder.name() + " was exchanged");
      }
      Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString(permissions));
      return folder;
    } catch (IOException e) {
      folder.close();
      throw e;
    }
  }

  /**
   * Makes a file in this folder, to be read and written through the channel.
   *
   * @param permissions as {@code ls} prints them, whatever the umask
   */
  public FileChannel makeFile(String child, String permissions) throws IOException {
    requireOneName(child);
    Path made = path.resolve(child);
    FileChannel file = FileChannel.open(made, NEW_FILE, PRIVATE);
    try {
      Files.getFileAttributeView(made, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setPermissions(PosixFilePermissions.fromString(permissions));
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private static void requireOneName(String child) {
    if (child.isEmpty() || child.contains("/") || child.equals("..")) {
      throw new IllegalArgumentException("not the name of a file in a folder: '" + child + "'");
    }
  }

  private static int noFollow() throws IOException {
    return Architecture.here()
        .orElseThrow(() -> new IOException("this architecture is not known: only x86_64, aarch64"))
        .noFollow();
  }

  /** The path for this process, of which only the last part is looked up anew. */
  public Path path() {
    return path;
  }

  /** The path as the other process has it, for messages. */
  public String name() {
    return name;
  }

  /** The names in this folder, sorted. */
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** The user id of the owner. */
  public long uid() throws IOException {
    return Integer.toUnsignedLong((Integer) attribute("unix:uid"));
  }

  public boolean isRegularFile() throws IOException {
    return type() == REGULAR_FILE;
  }

  public boolean isSocket() throws IOException {
    return type() == SOCKET;
  }

  public boolean isFolder() throws IOException {
    return type() == FOLDER;
  }

  private int type() throws IOException {
    return (Integer) attribute("unix:mode") & TYPE;
  }

  Held requireFolder() throws IOException {
    if (!isFolder()) {
      close();
      throw new IOException(name + " is not a folder but a link or a file");
    }
    return this;
  }

  /** A descriptor is the file itself, and its entry in {@code /proc} a link to it. */
  private Object attribute(String attribute) throws IOException {
    return descriptor.isPresent()
        ? Files.getAttribute(path, attribute)
        : Files.getAttribute(path, attribute, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void close() throws IOException {
    if (descriptor.isPresent()) {
      int unused = LinuxCalls.load().close(descriptor.getAsInt());
    }
  }
}
