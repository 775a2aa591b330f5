package dev.tierbench.observer;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The observer as a program of its own. */
final class CommandProcess {

  /** What it printed and how it ended. */
  record Result(int exit, String out, String err) {}

  private CommandProcess() {}

  static Process start(List<String> prefix, String classPath, Path errors, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", classPath));
    command.add("dev.tierbench.observer.program.ObserverProgram");
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(errors.toFile()).start();
  }

  static Result run(String... arguments) throws IOException, InterruptedException {
    return run(List.of(), System.getProperty("java.class.path"), arguments);
  }

  static Result run(List<String> prefix, String classPath, String... arguments)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile("observer-", ".err");
    try {
      Process process = start(prefix, classPath, errors, arguments);
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the observer does not end");
      }
      return new Result(process.exitValue(), out, Files.readString(errors));
    } finally {
      Files.delete(errors);
    }
  }

  /** A copy of the class path that every user can read. */
  static String openClassPath(Path folder) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path source = Path.of(entry);
      if (Files.notExists(source)) {
        continue;
      }
      Path target = folder.resolve(entries.size() + "-" + source.getFileName());
      copy(source, target);
      entries.add(target.toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void copy(Path source, Path target) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.toList()) {
        Path copy = target.resolve(source.relativize(file).toString());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        if (!copy.toFile().setReadable(true, false)
            || (Files.isDirectory(copy) && !copy.toFile().setExecutable(true, false))) {
          throw new IOException("cannot open " + copy + " to other users");
        }
      }
    }
  }
}
