package dev.tierbench.observer.tool;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A tool that runs as a child and never outlives this JVM, not even one that is killed. The kernel
 * kills the child when the thread that forked it ends, so one thread, which never ends, forks all.
 */
public final class ToolProcess implements AutoCloseable {

  private static final ExecutorService LAUNCHER =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("tool-launcher").daemon().factory());

  private final Process process;
  private final Path errors;
  private final String name;
  private final Thread hook;

  private ToolProcess(Process process, Path errors, String name) {
    this.process = process;
    this.errors = errors;
    this.name = name;
    this.hook = Thread.ofPlatform().unstarted(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts the command.
   *
   * @param errors the file that gets its standard error
   * @throws IOException when it cannot be started
   */
  public static ToolProcess start(
      List<String> command, Map<String, String> environment, Path errors) throws IOException {
    return start(command, environment, errors, ProcessBuilder.Redirect.PIPE);
  }

  /** As above, with standard output sent elsewhere. */
  public static ToolProcess start(
      List<String> command,
      Map<String, String> environment,
      Path errors,
      ProcessBuilder.Redirect output)
      throws IOException {
    List<String> guarded = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--"));
    guarded.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(guarded);
    builder.environment().put("LC_ALL", "C");
    builder.environment().putAll(environment);
    builder.redirectError(errors.toFile()).redirectOutput(output);
    try {
      return new ToolProcess(LAUNCHER.submit(builder::start).get(), errors, command.getFirst());
    } catch (ExecutionException e) {
      throw new IOException("cannot start " + command.getFirst() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while starting " + command.getFirst(), e);
    }
  }

  /**
   * Runs a short command to its end and returns its standard output.
   *
   * @throws IOException with its first line of complaint when it fails or takes too long
   */
  public static String run(List<String> command, Duration limit) throws IOException {
    Path errors = Files.createTempFile("tierbench-", ".stderr");
    Path output = Files.createTempFile("tierbench-", ".stdout");
    try (ToolProcess tool =
        start(command, Map.of(), errors, ProcessBuilder.Redirect.to(output.toFile()))) {
      tool.closeInput();
      int exit = tool.await(limit);
      String text = Files.readString(output);
      if (exit != 0) {
        String complaint = tool.firstError();
        throw new IOException(
            tool.name
                + " failed with exit code "
                + exit
                + ": "
                + (complaint.isEmpty() ? text.lines().findFirst().orElse("") : complaint));
      }
      return text;
    } finally {
      Files.deleteIfExists(errors);
      Files.deleteIfExists(output);
    }
  }

  /** The child's PID. */
  public long pid() {
    return process.pid();
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its standard output, to be read by one thread. */
  public BufferedReader output() {
    return process.inputReader();
  }

  /** Closes its standard input, which ends a child that waits for it. */
  public void closeInput() {
    try {
      BufferedWriter input = process.outputWriter();
      input.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the input of " + name, e);
    }
  }

  /** Asks it to end as Ctrl-C does. */
  public void interrupt() throws IOException {
    if (process.isAlive()) {
      run(List.of("kill", "-INT", Long.toString(pid())), Duration.ofSeconds(5));
    }
  }

  /**
   * Waits for its end and returns its exit code.
   *
   * @throws IOException when it runs longer; it is killed then
   */
  public int await(Duration limit) throws IOException {
    try {
      if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    throw new IOException(name + " did not end within " + limit.toSeconds() + " s");
  }

  /** The first line of its standard error that tells what went wrong; empty when there is none. */
  public String firstError() {
    try {
      List<String> lines = Files.readAllLines(errors, java.nio.charset.StandardCharsets.ISO_8859_1);
      return lines.stream()
          // bpftrace says so wherever RLIMIT_MEMLOCK cannot be raised; kernels since 5.11 ignore
          // it.
          .filter(line -> !line.isBlank() && !line.contains("RLIMIT_MEMLOCK"))
          .findFirst()
          .map(String::strip)
          .orElse("");
    } catch (IOException e) {
      return "its messages cannot be read: " + e.getMessage();
    }
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.onExit().get(5, TimeUnit.SECONDS);
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(name + " does not die", e);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook itself kills the child.
      return;
    }
  }
}
