package dev.tierbench.harness.http.verify;

import dev.tierbench.harness.preflight.Sha256;
import java.io.IOException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Hashes of the files that words of a command name, and of the jars in the class paths of those.
 * Not thread-safe.
 */
public final class ProgramFiles {

  /** Separators of the parts of a word that may each name a file. */
  private static final Pattern SEPARATORS = Pattern.compile("[=:;,\\s]");

  private static final Pattern ARCHIVE = Pattern.compile("(?i).*\\.(jar|war|zip)");

  private static final Pattern SCRIPT =
      Pattern.compile("(?i).*\\.(sh|bash|py|js|mjs|rb|pl|kts|groovy)");

  /** Attributes of a manifest that name other jars: a program's, and an agent's. */
  private static final List<Attributes.Name> CLASS_PATHS =
      List.of(Attributes.Name.CLASS_PATH, new Attributes.Name("Boot-Class-Path"));

  private final SortedMap<Path, String> hashes = new TreeMap<>();
  private boolean complete = true;

  /** The hash of each file by its name without links, in the order of the names. */
  public SortedMap<Path, String> hashes() {
    return new TreeMap<>(hashes);
  }

  /** Whether all that was added, or that a class path names, is a readable file of this host. */
  public boolean isComplete() {
    return complete;
  }

  /** Adds all that a word or a part of it names. */
  void addNamedIn(String word) throws IOException {
    for (Path file : namedIn(word)) {
      add(file);
    }
  }

  /**
   * Adds the programs that an argument names: archives and scripts. Another file may be one that a
   * server writes, such as a log, or that has a secret in it.
   */
  public void addProgramsIn(String word) throws IOException {
    for (Path file : namedIn(word)) {
      if (isArchive(file) || SCRIPT.matcher(file.toString()).matches()) {
        add(file);
      }
    }
  }

  /** The word may itself have a separator in it, such as a folder with a blank in its name. */
  private static List<Path> namedIn(String word) {
    return Stream.concat(Stream.of(word), SEPARATORS.splitAsStream(word))
        .distinct()
        .flatMap(text -> existing(text).stream())
        .toList();
  }

  private static Optional<Path> existing(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text)).filter(Files::exists);
    } catch (InvalidPathException e) {
      return Optional.empty(); // no name of a file
    }
  }

  private static boolean isArchive(Path file) {
    return ARCHIVE.matcher(file.toString()).matches();
  }

  /**
   * Adds a file. A jar stands for those of its class path, which the JVM looks for beside the file
   * itself.
   */
  public void add(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      complete = false;
      return;
    }
    Path real = file.toRealPath();
    if (hashes.containsKey(real)) {
      return;
    }
    hashes.put(real, Sha256.of(real));
    if (isArchive(real)) {
      for (String address : classPath(real)) {
        addOther(real, address);
      }
    }
  }

  private void addOther(Path jar, String address) throws IOException {
    try {
      add(Path.of(jar.toUri().resolve(address)));
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      complete = false; // no file of this host
    }
  }

  /** The addresses in the class paths of a jar, relative to it. */
  private List<String> classPath(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return Optional.ofNullable(jar.getManifest()).map(Manifest::getMainAttributes).stream()
          .flatMap(said -> CLASS_PATHS.stream().map(said::getValue))
          .filter(Objects::nonNull)
          .flatMap(text -> Stream.of(text.strip().split("\\s+")))
          .toList();
    } catch (ZipException e) {
      complete = false; // no archive, whatever its name
      return List.of();
    }
  }
}
