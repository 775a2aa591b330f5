package dev.tierbench.sweep.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Short commands that only tell something. */
public final class Command {

  private static final long LIMIT_SECONDS = 10;

  private Command() {}

  /** What the command prints, both streams; empty when it is missing, fails or hangs. */
  public static Optional<String> output(List<String> command) throws InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return Optional.empty();
    }
    try (var output = process.getInputStream()) {
      process.getOutputStream().close();
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      return ended && process.exitValue() == 0 ? Optional.of(text.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } finally {
      process.destroyForcibly();
    }
  }

  public static Optional<String> firstLine(List<String> command) throws InterruptedException {
    return output(command).flatMap(text -> text.lines().findFirst());
  }
}
