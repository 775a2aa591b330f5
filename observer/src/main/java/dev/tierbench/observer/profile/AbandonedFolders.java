package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.foreign.Held;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Folders of profiles that nobody uses any more. The observer of a folder holds a lock on a file in
 * it, which the kernel releases when that process ends in whatever way.
 */
final class AbandonedFolders {

  static final String PREFIX = "tierbench-profile-";

  private static final String OWNER = "owner.lock";

  /**
   * Age after which a folder without a lock is abandoned; younger ones may be between their
   * creation and that of their lock.
   */
  private static final Duration WITHOUT_LOCK = Duration.ofHours(1);

  /** Closing any descriptor of a file releases a process's locks on it. */
  private static final Set<String> OWN = ConcurrentHashMap.newKeySet();

  private AbandonedFolders() {}

  /** Marks a folder as used until the channel is closed. */
  static FileChannel claim(Held folder, String name) throws IOException {
    OWN.add(name);
    FileChannel owner = folder.makeFile(OWNER, "rw-------");
    FileLock unused = owner.lock();
    return owner;
  }

  static void release(String name) {
    OWN.remove(name);
  }

  /** Removes the abandoned folders of this user; one that cannot be removed is reported. */
  static void remove(Held parent) throws IOException {
    for (String name : parent.names()) {
      if (name.startsWith(PREFIX) && !OWN.contains(name) && isOwn(parent.path().resolve(name))) {
        try {
          removeIfAbandoned(parent, name);
        } catch (IOException e) {
          System.err.println(
              "warning: cannot remove "
                  + Path.of(parent.name()).resolve(name)
                  + ", which an earlier profile left: "
                  + e.getMessage());
        }
      }
    }
  }

  private static boolean isOwn(Path folder) {
    try {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
              .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException gone) {
      return false; // another observer has removed its own
    }
  }

  private static void removeIfAbandoned(Held parent, String name) throws IOException {
    try (Held folder = parent.openOwnFolder(name)) {
      Path lock = folder.path().resolve(OWNER);
      if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
        if (Files.getLastModifiedTime(folder.path())
            .toInstant()
            .isBefore(Instant.now().minus(WITHOUT_LOCK))) {
          delete(parent, folder, name);
        }
        return;
      }
      try (FileChannel owner =
              FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
          FileLock free = owner.tryLock()) {
        if (free != null) {
          delete(parent, folder, name);
        }
      }
    }
  }

  /** Deletes a folder with the files in it; a folder in it has to be empty. */
  static void delete(Held parent, Held folder, String name) throws IOException {
    for (String file : folder.names()) {
      Files.deleteIfExists(folder.path().resolve(file));
    }
    Files.deleteIfExists(parent.path().resolve(name));
  }
}
