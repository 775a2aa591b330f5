package dev.tierbench.harness.ab;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.harness.preflight.Sha256;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.RunLock;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.descriptor.ShellWord;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The versions of a service that were built. Each is built once, in a tree of its own that is kept
 * until it is no longer wanted.
 *
 * @param folder of all builds of the repository
 * @param inside the folder of the descriptor, from the root of the repository on
 * @param build the words that build a version; none where nothing is to be built
 * @param javaHome of the JDK that builds; empty for the one of the environment
 */
record Builds(
    GitRepository repository,
    Path folder,
    Path inside,
    List<String> build,
    Optional<Path> javaHome) {

  private static final Duration LIMIT = Duration.ofHours(2);
  private static final int LOG_LINES = 15;

  Builds {
    build = List.copyOf(build);
  }

  /** The name of a folder, from all that decides what is in it. */
  static String key(List<String> parts) {
    return GitRepository.shortened(Sha256.of(String.join("\0", parts) + "\0"));
  }

  /** The builds of a repository, below a folder for those of all repositories. */
  static Builds of(
      GitRepository repository,
      Path all,
      Path descriptor,
      List<String> build,
      Optional<Path> javaHome) {
    Path here = descriptor.toAbsolutePath().normalize().getParent();
    return new Builds(
        repository,
        all.resolve(key(List.of(repository.root().toString()))),
        repository.root().relativize(here),
        build,
        javaHome);
  }

  private Path folder(Version version) {
    List<String> recipe = new ArrayList<>(build);
    recipe.add(inside.toString());
    recipe.add(javaHome.map(Path::toString).orElse(""));
    return folder.resolve(GitRepository.shortened(version.id()) + "-" + key(recipe));
  }

  private Path tree(Version version) {
    return folder(version).resolve("tree");
  }

  private Path built(Version version) {
    return folder(version).resolve("built");
  }

  /** The folder that the descriptor has in the tree of a version. */
  Path here(Version version) {
    return tree(version).resolve(inside).normalize();
  }

  /** What the words of a build are, with their placeholders replaced. */
  private List<String> words(Version version) {
    return build.stream()
        .map(word -> VersionDescriptor.replaced(word, here(version), version))
        .toList();
  }

  /** What is still to be done for a version, in one line. */
  String plan(Version version) {
    if (Files.exists(built(version))) {
      return version.label() + ": built before";
    }
    return version.label()
        + ": "
        + (build.isEmpty()
            ? "checked out; nothing is built, the descriptor has no 'build'"
            : words(version).stream().map(ShellWord::quoted).collect(Collectors.joining(" ")));
  }

  /**
   * Checks a version out and builds it, unless that was done before.
   *
   * @param use that it is taken into, before it can be deleted
   * @throws IOException with the end of the log when the build fails
   */
  void make(Version version, BuildUse use, PrintStream out)
      throws IOException, InterruptedException {
    Path own = Files.createDirectories(folder(version));
    use.of(own);
    RunLock lock = RunLock.of(own);
    try (lock) {
      if (Files.exists(built(version))) {
        return;
      }
      // What an interrupted build left is not continued: nobody knows how far it came.
      FolderTree.delete(tree(version));
      repository.checkOut(version.id(), tree(version));
      if (!Files.isDirectory(here(version))) {
        throw new IOException(
            "%s has no folder '%s', in which the descriptor is".formatted(version.label(), inside));
      }
      if (!build.isEmpty()) {
        build(version, own.resolve("build.log"), out);
      }
      Files.writeString(built(version), version.id() + "\n");
    }
  }

  private void build(Version version, Path log, PrintStream out)
      throws IOException, InterruptedException {
    Files.deleteIfExists(log);
    List<String> words = words(version);
    out.println("building " + plan(version) + "  (log: " + log + ")");
    long begin = System.nanoTime();
    try (ChildProcess child =
        ChildProcess.start(
            ChildCommand.of(
                words.getFirst(),
                inFolder(version, words),
                Redirect.appendTo(log.toFile()),
                log))) {
      int exitCode = child.await(LIMIT);
      if (exitCode != 0) {
        throw new IOException(
            "the build of %s failed: %s; the end of %s:%n%s"
                .formatted(
                    version.label(),
                    child.howItEnded(),
                    log,
                    String.join(System.lineSeparator(), child.lastLines(LOG_LINES))));
      }
    }
    out.println(
        "built    "
            + version.label()
            + " in "
            + Durations.clock((System.nanoTime() - begin) / NANOS_PER_SECOND));
  }

  /** The words, in the folder of the descriptor and on the JDK that builds. */
  private List<String> inFolder(Version version, List<String> words) {
    List<String> command = new ArrayList<>(List.of("env", "--chdir=" + here(version)));
    javaHome.ifPresent(home ->
        command.addAll(
            List.of(
                "JAVA_HOME=" + home,
                "PATH=" + home.resolve("bin") + ":" + System.getenv().getOrDefault("PATH", ""))));
    command.addAll(words);
    return command;
  }

  /**
   * Deletes all builds of the repository.
   *
   * @throws IOException when a comparison uses one of them
   */
  void clean() throws IOException, InterruptedException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> versions = Files.list(folder)) {
      for (Path version : versions.toList()) {
        BuildUse.requireNone(version);
      }
    }
    repository.removeTrees(folder);
    FolderTree.delete(folder);
  }
}
