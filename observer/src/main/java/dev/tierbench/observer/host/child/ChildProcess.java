package dev.tierbench.observer.host.child;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A child that never outlives this JVM, not even one that is killed. The kernel sends the
 * parent-death signal when the thread that forked ends, so one thread, which never ends, forks all.
 */
public final class ChildProcess implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int SIGNALLED = 128;

  private static final ExecutorService FORKER =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("forker").daemon().factory());

  private final ChildCommand command;
  private final Process process;

  /** Whether its attach socket was deleted: its id may be another process's by now. */
  private final AtomicBoolean socketDeleted = new AtomicBoolean();

  private ChildProcess(ChildCommand command, Process process) {
    this.command = command;
    this.process = process;
  }

  /**
   * Starts a child. An interrupt stays pending: a fork takes milliseconds, and a child that starts
   * after its caller gave up would never be ended.
   *
   * @throws IOException when the programs that guard the child or its log cannot be had
   */
  public static ChildProcess start(ChildCommand command) throws IOException {
    Files.createDirectories(command.log().toAbsolutePath().getParent());
    CompletableFuture<Process> started = new CompletableFuture<>();
    FORKER.execute(() -> {
      try {
        started.complete(command.builder().start());
      } catch (IOException | RuntimeException e) {
        started.completeExceptionally(e);
      }
    });
    try {
      return new ChildProcess(command, started.join());
    } catch (CompletionException e) {
      throw new IOException(
          "cannot start " + command.name() + ": " + e.getCause().getMessage(), e.getCause());
    }
  }

  public String name() {
    return command.name();
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Completes with this child when it has ended. */
  public CompletableFuture<ChildProcess> ended() {
    return process.onExit().thenApply(ended -> this);
  }

  /** Returns the child's standard output, which must be a pipe and be read by one thread. */
  public BufferedReader output() {
    return process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Writes a line to its standard input, which has to be a pipe.
   *
   * @throws IOException when it is gone
   */
  public void writeLine(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Closes its standard input, which ends a child that waits for it. */
  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the input of " + name(), e);
    }
  }

  /** The exit status of a child that has ended; 128 + N when signal N ended it. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Describes how it ended. */
  public String howItEnded() {
    int code = exitCode();
    return code > SIGNALLED
        ? name() + " was ended by signal " + (code - SIGNALLED)
        : name() + " exited with code " + code;
  }

  /** The last lines of its log, without blank ones. */
  public List<String> lastLines(int most) {
    return LogTail.lines(command.log(), most);
  }

  /**
   * Returns the last error messages of the child's log on one line; empty when the log is empty.
   */
  public String errorLine() {
    return LogTail.errorLine(command.log());
  }

  /** Asks it to end as Ctrl-C does. */
  public void interrupt() throws IOException {
    if (process.isAlive()) {
      Command.runToEnd(List.of("kill", "-INT", Long.toString(pid())), GRACE);
    }
  }

  void askToEnd() {
    handle().destroy();
  }

  /** Ending it through this leaves its output open, which {@link Process#destroy} closes. */
  private ProcessHandle handle() {
    return process.toHandle();
  }

  /**
   * Asks it to end and kills it after a while; it is gone when this returns, and so are those that
   * it started.
   */
  public void end() throws InterruptedException {
    List<ProcessHandle> below = below();
    askToEnd();
    if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
    }
    below.forEach(ProcessHandle::destroyForcibly);
    deleteAttachSocket();
  }

  /** Kills it and those that it started; it is gone when this returns. */
  public void kill() throws InterruptedException {
    List<ProcessHandle> below = below();
    handle().destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
    process.waitFor();
    deleteAttachSocket();
  }

  /** Processes that it started; none of one that has ended, whose id may be another's by now. */
  private List<ProcessHandle> below() {
    return process.isAlive() ? process.descendants().toList() : List.of();
  }

  /**
   * A JVM that was asked something and then killed leaves its socket, and the next process with its
   * id cannot be asked when it belongs to another user.
   */
  private void deleteAttachSocket() {
    if (!socketDeleted.getAndSet(true)) {
      // One of another user's process, whose id this one got, cannot be deleted, and is not ours.
      boolean unused = new File("/tmp/.java_pid" + pid()).delete();
    }
  }

  /**
   * Waits for its end and returns its exit status.
   *
   * @throws IOException when it runs longer; it is killed then
   */
  public int await(Duration limit) throws IOException, InterruptedException {
    try {
      if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } finally {
      close();
    }
    throw new IOException(name() + " did not end within " + limit.toSeconds() + " s");
  }

  /** Something that a child does while it runs. */
  public interface Answer {
    boolean hasCome() throws IOException;
  }

  /**
   * Waits until it has answered. An interrupt stays pending.
   *
   * @throws IOException with its error messages when it ends before, or when it takes longer
   */
  public void awaitAnswer(Answer answer, Duration limit) throws IOException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!answer.hasCome()) {
      if (!isAlive()) {
        throw new IOException(name() + " ended: " + errorLine());
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(name() + " did not answer within " + limit.toSeconds() + " s");
      }
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while " + name() + " was to answer", e);
      }
    }
  }

  /** Kills it if it still runs. An interrupt stays pending. */
  @Override
  public void close() {
    handle().destroyForcibly();
    try {
      process.onExit().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(name() + " does not die", e);
    }
    deleteAttachSocket();
  }
}
