package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.foreign.Held;
import dev.tierbench.observer.host.foreign.TemporaryFolder;
import dev.tierbench.run.record.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.UUID;

/** The native library of async-profiler, in a folder that only this user can change. */
final class ProfilerLibrary {

  private static final String READ_BY_ALL = "rwxr-xr-x";
  private static final String POM = "/META-INF/maven/tools.profiler/async-profiler/pom.properties";

  private final String version = packagedVersion();

  String version() {
    return version;
  }

  private static String packagedVersion() {
    String key = "version=";
    return Resources.text(ProfilerLibrary.class, POM)
        .lines()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Puts the library where the JVM finds it and returns its path for the JVM. It stays where it is:
   * loading a copy from another path into the same JVM would run two agents in it.
   */
  String placedFor(TargetProcess target) throws IOException {
    String folder = "tierbench-async-profiler-" + OwnProcess.REAL.uid();
    String file = "libasyncProfiler-" + version + ".so";
    try (Held temporary = TemporaryFolder.of(SystemFiles.REAL, target.pid())) {
      try (Held own =
          temporary.names().contains(folder)
              ? temporary.openOwnFolder(folder)
              : temporary.makeFolder(folder, READ_BY_ALL)) {
        place(own, file);
      }
    } catch (IOException e) {
      throw new IOException(
          "async-profiler cannot be put into /tmp of the JVM: " + e.getMessage(), e);
    }
    return Path.of("/tmp", folder, file).toString();
  }

  private static void place(Held folder, String name) throws IOException {
    byte[] library = packaged();
    if (folder.names().contains(name) && isSame(folder, name, library)) {
      return;
    }
    String whole = "library-" + UUID.randomUUID() + ".tmp";
    try (FileChannel made = folder.makeFile(whole, READ_BY_ALL)) {
      Channels.newOutputStream(made).write(library);
    }
    Files.move(
        folder.path().resolve(whole),
        folder.path().resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static boolean isSame(Held folder, String name, byte[] library) throws IOException {
    try (Held file = folder.open(name)) {
      return file.isRegularFile()
          && Files.size(file.path()) == library.length
          && Arrays.equals(Files.readAllBytes(file.path()), library);
    }
  }

  private static byte[] packaged() throws IOException {
    String platform =
        switch (System.getProperty("os.arch")) {
          case "amd64" -> "linux-x64";
          case "aarch64" -> "linux-arm64";
          case String other ->
              throw new IOException(
                  "async-profiler has no library for " + other + ": use --profile jfr");
        };
    try (InputStream in =
        ProfilerLibrary.class.getResourceAsStream("/" + platform + "/libasyncProfiler.so")) {
      return in.readAllBytes();
    }
  }
}
