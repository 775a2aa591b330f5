package dev.tierbench.harness.http.verify;

import dev.tierbench.harness.preflight.UserFolder;
import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;

/**
 * Results of earlier verifications, a file for each in a folder of the user's. A file is data with
 * limits: one that is not as {@link #remember} writes it counts for nothing.
 */
public record RememberedResults(Path folder) {

  private static final String SCHEMA = "tierbench/verified/1";
  private static final int MOST_BYTES = 4_096;
  private static final int MOST_CHECKS = 10_000;
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> PRIVATE_FOLDER =
      PosixFilePermissions.fromString("rwx------");

  /** The content of a file. */
  private record Entry(
      String schema,
      String key,
      String server,
      int passed,
      double seconds,
      long seed,
      String verifiedAt) {}

  /** Cache of the user, in {@code $XDG_CACHE_HOME} or {@code ~/.cache}. */
  static RememberedResults ofUser(Map<String, String> environment, String home) {
    return new RememberedResults(UserFolder.CACHE.in(environment, home).resolve("verified"));
  }

  /**
   * The result of the same program, if it was verified before.
   *
   * @throws IOException saying why a file of that name does not count
   */
  Optional<Verified> find(String key, String server) throws IOException {
    Path file = file(key);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    requirePrivate(folder, true);
    requirePrivate(file, false);
    try {
      Entry entry = RunJson.parse(content(file), Entry.class);
      require(isValid(entry, key, server), file, "it is not as it was written");
      return Optional.of(
          new Verified(
              new Manifest.Verification(
                  server,
                  entry.passed(),
                  0,
                  entry.seconds(),
                  entry.seed(),
                  List.of(),
                  Optional.of(entry.verifiedAt())),
              Optional.empty()));
    } catch (JacksonException | DateTimeException e) {
      throw new IOException(file + " does not count: it is not as it was written", e);
    }
  }

  private static boolean isValid(Entry entry, String key, String server) {
    return entry != null
        && SCHEMA.equals(entry.schema())
        && key.equals(entry.key())
        && server.equals(entry.server())
        && entry.passed() > 0
        && entry.passed() <= MOST_CHECKS
        && entry.seconds() > 0
        && Double.isFinite(entry.seconds())
        && entry.verifiedAt() != null
        && !Instant.parse(entry.verifiedAt()).isAfter(Instant.now());
  }

  private static String content(Path file) throws IOException {
    try (var channel =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      require(channel.size() <= MOST_BYTES, file, "it is larger than " + MOST_BYTES + " bytes");
      byte[] bytes = Channels.newInputStream(channel).readNBytes(MOST_BYTES);
      return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  /** What another user may write is no result of ours. */
  private static void requirePrivate(Path path, boolean folder) throws IOException {
    PosixFileAttributes found =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    require(
        folder ? found.isDirectory() : found.isRegularFile(),
        path,
        "expected a " + (folder ? "folder" : "regular file"));
    require(
        found.permissions().stream()
            .noneMatch(
                Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE)
                    ::contains),
        path,
        "others may write it");
    require(PrivateFiles.isOwn(found), path, "another user owns it");
  }

  private static void require(boolean holds, Path path, String reason) throws IOException {
    if (!holds) {
      throw new IOException(path + " does not count: " + reason);
    }
  }

  /** Keeps a result whole or not at all, for this user alone. */
  void remember(String key, Verified verified) throws IOException {
    Manifest.Verification counts = verified.counts();
    Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(PRIVATE_FOLDER));
    requirePrivate(folder, true);
    Path part =
        Files.createTempFile(
            folder, ".verified-", ".tmp", PosixFilePermissions.asFileAttribute(PRIVATE));
    try {
      Entry entry =
          new Entry(
              SCHEMA,
              key,
              counts.server(),
              counts.passed(),
              counts.seconds(),
              counts.seed(),
              Instant.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString());
      Files.writeString(part, RunJson.toJson(entry) + "\n");
      Files.move(part, file(key), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private Path file(String key) {
    return folder.resolve(key + ".json");
  }
}
