package dev.tierbench.observer.host.child;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Short commands, run to their end within a time limit, also when they print nothing or leave a
 * child of their own behind.
 */
public final class Command {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Command() {}

  /**
   * Runs a command and returns what it printed, both streams, without blanks at its ends.
   *
   * @throws IOException with its error message when it is missing, fails or runs longer
   */
  public static String run(List<String> command, Duration limit)
      throws IOException, InterruptedException {
    return run(command, description(command), limit);
  }

  /**
   * Runs a command and returns what it printed to its standard output alone, likewise: warnings are
   * no part of an answer that is read.
   *
   * @throws IOException likewise
   */
  public static String answer(List<String> command, Duration limit)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("tierbench-", ".out");
    Path messages = Files.createTempFile("tierbench-", ".err");
    try {
      return run(command, description(command), limit, output, messages);
    } finally {
      Files.deleteIfExists(output);
      Files.deleteIfExists(messages);
    }
  }

  private static String run(List<String> command, String description, Duration limit)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("tierbench-", ".out");
    try {
      return run(command, description, limit, output, output);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static String run(
      List<String> command, String description, Duration limit, Path output, Path messages)
      throws IOException, InterruptedException {
    try (ChildProcess child =
        ChildProcess.start(
            ChildCommand.tool(command, Redirect.appendTo(output.toFile()), messages)
                .named(description))) {
      int exit = child.await(limit);
      if (exit != 0) {
        throw new IOException(
            description + " failed with exit code " + exit + ": " + child.errorLine());
      }
      return new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip();
    }
  }

  /**
   * Runs a program as {@link #runToEnd} does, with the rights of the given user only and nothing of
   * this process's environment.
   */
  public static String runAs(UserIds user, List<String> command, Duration limit)
      throws IOException {
    List<String> words = new ArrayList<>(user.prefix());
    words.addAll(command);
    return runToEnd(words, description(command), limit);
  }

  /** The program, with its subcommand when it has one. */
  private static String description(List<String> command) {
    String program = Path.of(command.getFirst()).getFileName().toString();
    return command.size() > 1 && command.get(1).matches("[a-z]+")
        ? program + " " + command.get(1)
        : program;
  }

  /**
   * Runs a program as {@link #run} does, but reports an interrupt as an {@link IOException} and
   * leaves it pending.
   */
  public static String runToEnd(List<String> command, Duration limit) throws IOException {
    return runToEnd(command, description(command), limit);
  }

  private static String runToEnd(List<String> command, String description, Duration limit)
      throws IOException {
    try {
      return run(command, description, limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while " + description + " ran");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /** What the command prints; empty when it is missing, fails or hangs. */
  public static Optional<String> output(List<String> command) throws InterruptedException {
    return output(command, LIMIT);
  }

  static Optional<String> output(List<String> command, Duration limit) throws InterruptedException {
    try {
      return Optional.of(run(command, limit));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The first line of {@link #output}. */
  public static Optional<String> firstLine(List<String> command) throws InterruptedException {
    return output(command).flatMap(text -> text.lines().findFirst());
  }
}
