package dev.tierbench.report;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Opens the run folders that a command line names and prints what they say. What cannot be read
 * goes to stderr, each line once, however often a folder is read. Not thread-safe.
 */
final class Folders {

  private final CommandSpec spec;
  private final Set<String> printed = new HashSet<>();

  Folders(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * The run in a folder.
   *
   * @throws ParameterException when it is no run folder
   */
  Run read(Path folder, RunReader.Depth depth) {
    try {
      Run run = RunReader.read(folder, depth);
      printProblems(run);
      return run;
    } catch (IOException e) {
      throw usageError(spec, e.getMessage());
    }
  }

  /**
   * The runs of all those folders, each once, by the time at which they began.
   *
   * @param paths of run folders, of folders of runs, or of files in a run folder
   * @throws ParameterException when there is no run in one of them
   */
  List<Run> all(List<Path> paths, RunReader.Depth depth) {
    return inOrder(paths, depth).stream()
        .sorted(
            Comparator.comparing((Run run) -> run.manifest().startedAt().orElse(""))
                .thenComparing(Run::name))
        .toList();
  }

  /** The same in the order in which they are named, those of a folder by their names. */
  List<Run> inOrder(List<Path> paths, RunReader.Depth depth) {
    return paths.stream()
        .flatMap(path -> runFolders(path).stream())
        .map(path -> path.toAbsolutePath().normalize())
        .distinct()
        .map(path -> read(path, depth))
        .toList();
  }

  private List<Path> runFolders(Path path) {
    if (Files.isRegularFile(path)) {
      return List.of(runOf(path));
    }
    if (!Files.isDirectory(path) || isRun(path)) {
      return List.of(path);
    }
    try (Stream<Path> children = Files.list(path)) {
      List<Path> runs = children.filter(Folders::isRun).sorted().toList();
      return runs.isEmpty() ? List.of(path) : runs;
    } catch (IOException e) {
      throw usageError(spec, "cannot list " + path + ": " + e.getMessage());
    }
  }

  private Path runOf(Path file) {
    for (Path folder = file.toAbsolutePath().normalize().getParent();
        folder != null;
        folder = folder.getParent()) {
      if (isRun(folder)) {
        return folder;
      }
    }
    throw usageError(spec, file + " is in no run folder: expected one with manifest.json");
  }

  private static boolean isRun(Path folder) {
    return Files.isRegularFile(new RunFolder(folder).manifest());
  }

  /**
   * Writes a file. One that cannot be written is no finding: it does not end with the code of one.
   *
   * @throws ParameterException when it cannot be written
   */
  void write(Path file, String text) {
    try {
      RunJson.write(file.toAbsolutePath(), text);
    } catch (UncheckedIOException e) {
      throw usageError(spec, e.getMessage());
    }
  }

  void printProblems(Run run) {
    run.readProblems().stream().filter(printed::add).forEach(this::warn);
  }

  /** Prints a line to stderr, under the name of the command. */
  void warn(String line) {
    spec.commandLine().getErr().println(spec.name() + ": " + TerminalText.escaped(line));
  }

  /** Prints lines to stdout; what they quote of a folder cannot drive the terminal. */
  static void print(List<String> lines) {
    lines.stream().map(TerminalText::escaped).forEach(System.out::println);
  }

  /** What a command throws when it cannot do what was asked. */
  static ParameterException usageError(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
