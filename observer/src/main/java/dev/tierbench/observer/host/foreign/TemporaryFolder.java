package dev.tierbench.observer.host.foreign;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The folder {@code /tmp} as a process sees it. */
public final class TemporaryFolder {

  private static final String NAME = "tmp";
  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int STICKY = 01000;

  private TemporaryFolder() {}

  /**
   * Opens the folder of a process.
   *
   * @throws IOException when it is a link in a container, when others could exchange what root
   *     makes in it, or when this process has no right to it
   */
  public static Held of(SystemFiles files, long pid) throws IOException {
    if (!TargetProcess.sharesFiles(files, pid)) {
      try (Held root = Held.rootOf(files, pid)) {
        return root.open(NAME).requireFolder();
      }
    }
    long uid =
        files
            .read("proc/" + pid + "/status")
            .map(status -> TargetProcess.effective(status, "Uid"))
            .orElseThrow(() -> new IOException("process " + pid + " has ended"));
    Path path = files.root().resolve(NAME);
    if (OwnProcess.REAL.isRoot()) {
      requireProtected(path);
    }
    return Held.byPath(path, uid == OwnProcess.REAL.uid());
  }

  /**
   * Requires that root owns the folder and that it is sticky if others may write to it: otherwise
   * anybody could exchange what root made.
   */
  private static void requireProtected(Path folder) throws IOException {
    Map<String, Object> real = Files.readAttributes(folder, "unix:uid,mode");
    int mode = (Integer) real.get("mode");
    if ((Integer) real.get("uid") != 0
        || ((mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0)) {
      throw new IOException(
          folder
              + " is not protected: it must belong to root and have the sticky bit (chmod 1777)");
    }
  }
}
