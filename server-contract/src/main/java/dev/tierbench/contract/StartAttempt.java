package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** How a server ended that cannot start: the reason in one line on stderr, and a code above 0. */
public record StartAttempt(int exitCode, List<String> out, List<String> err) {
  private static final int LONGEST_SECONDS = 60;

  public StartAttempt {
    out = List.copyOf(out);
    err = List.copyOf(err);
  }

  /**
   * Starts a main class in a new JVM with the class path of this one and waits up to 60 s for its
   * end.
   */
  public static StartAttempt inAProcess(String mainClass, Path folder, String... options)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    mainClass),
                Stream.of(options))
            .toList();
    Process server =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(server.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).as("ended by itself").isTrue();
      return new StartAttempt(
          server.exitValue(),
          Files.readAllLines(out, StandardCharsets.UTF_8),
          Files.readAllLines(err, StandardCharsets.UTF_8));
    } finally {
      server.destroyForcibly();
    }
  }

  /**
   * Runs the program in this JVM, which takes a fraction of the time of a new one.
   *
   * @param program returns its exit code, or fails as a main method does
   */
  public static StartAttempt inThisJvm(Callable<Integer> program) {
    try (ConsoleCapture console = new ConsoleCapture()) {
      int exitCode = exitCode(program);
      return new StartAttempt(exitCode, console.out(), console.err());
    }
  }

  private static int exitCode(Callable<Integer> program) {
    try {
      return program.call();
    } catch (Exception e) {
      return 1;
    }
  }

  /** Asserts that the start failed because another process listens on {@code port}. */
  public void assertRefusedForThePort(int port) {
    assertRefused(
        ("cannot start: port %s is in use: stop the process that listens on it, or choose another"
                + " with --server.port=N")
            .formatted(port));
  }

  public void assertRefused(String line) {
    assertThat(err).containsExactly(line);
    assertThat(exitCode).isNotZero();
    assertThat(out).noneMatch(text -> text.startsWith("\tat ") || text.contains("WARN"));
  }
}
