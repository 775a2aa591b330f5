package dev.tierbench.observer.host.foreign;

import dev.tierbench.observer.host.TargetProcess;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An empty file whose name a process looks for, made and deleted with the rights of the process's
 * user.
 */
public final class TriggerFile implements AutoCloseable {

  /** O_WRONLY, O_CREAT, O_EXCL and O_CLOEXEC: a link of that name is not followed. */
  private static final int NEW_FILE = 0x1 | 0x40 | 0x80 | 0x80000;

  private static final int FOR_OWNER = 0600;

  private final TargetProcess target;
  private final String path;
  private final Path name;

  private TriggerFile(TargetProcess target, String path, Path name) {
    this.target = target;
    this.path = path;
    this.name = name;
  }

  /** Makes the file, unless it is there. */
  public static TriggerFile make(TargetProcess target, Held folder, String name)
      throws IOException {
    String path = folder.path().resolve(name).toString();
    Path shown = Path.of(folder.name()).resolve(name);
    if (!folder.names().contains(name)) {
      try {
        EffectiveUser.run(
            target.uid(), target.gid(), c -> c.close(c.open(path, NEW_FILE, FOR_OWNER)));
      } catch (IOException e) {
        throw new IOException(shown + " cannot be made: " + e.getMessage(), e);
      }
    }
    return new TriggerFile(target, path, shown);
  }

  /** The path as the process has it, for messages. */
  public Path name() {
    return name;
  }

  @Override
  public void close() throws IOException {
    EffectiveUser.run(target.uid(), target.gid(), c -> c.unlink(path));
  }
}
