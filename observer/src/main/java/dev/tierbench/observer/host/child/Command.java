package dev.tierbench.harness.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Short commands that only tell something. */
public final class Command {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Command() {}

  /** What the command prints, both streams; empty when it is missing, fails or hangs. */
  public static Optional<String> output(List<String> command) throws InterruptedException {
    return output(command, LIMIT);
  }

  /** The same within a limit, also when the command prints nothing or leaves a child behind. */
  static Optional<String> output(List<String> command, Duration limit) throws InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
    } catch (IOException e) {
      return Optional.empty();
    }
    long deadline = System.nanoTime() + limit.toNanos();
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> read(process.getInputStream(), text));
    try {
      String all = text.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      boolean ended = process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      return ended && process.exitValue() == 0 ? Optional.of(all.strip()) : Optional.empty();
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    } finally {
      process.destroyForcibly();
    }
  }

  private static void read(InputStream output, CompletableFuture<String> text) {
    try (output) {
      text.complete(new String(output.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      text.completeExceptionally(new UncheckedIOException(e));
    }
  }

  public static Optional<String> firstLine(List<String> command) throws InterruptedException {
    return output(command).flatMap(text -> text.lines().findFirst());
  }
}
