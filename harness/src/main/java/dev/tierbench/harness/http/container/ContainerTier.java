package dev.tierbench.harness.http.container;

import dev.tierbench.harness.http.tier.RunningTier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The JVM of a container from one start to the next. */
final class ContainerTier implements RunningTier {

  private static final int SIGNALLED = 128;
  private static final int TRIES = 20;
  private static final long BETWEEN_TRIES_MILLIS = 100;

  private final Engine engine;
  private final Container container;
  private final Jvm jvm;
  private final Path log;
  private boolean logKept;

  ContainerTier(Engine engine, Container container, Jvm jvm, Path log) {
    this.engine = engine;
    this.container = container;
    this.jvm = jvm;
    this.log = log;
  }

  @Override
  public String name() {
    return ContainerPlan.tier(container).id();
  }

  @Override
  public long pid() {
    return jvm.pid();
  }

  /** Known to the kernel; the engine need not answer for it. */
  @Override
  public boolean isAlive() {
    return jvm.isAlive();
  }

  @Override
  public CompletableFuture<RunningTier> ended() {
    return jvm.ended().thenApply(gone -> this);
  }

  @Override
  public String howItEnded() throws InterruptedException {
    String head = "container " + container.name();
    try {
      Container now = engine.inspect(container.id());
      for (int i = 0; now.running() && i < TRIES; i++) {
        Thread.sleep(BETWEEN_TRIES_MILLIS);
        now = engine.inspect(container.id());
      }
      String memory = now.outOfMemory() ? ": it used more memory than its limit" : "";
      return now.exitCode() > SIGNALLED
          ? head + " was ended by signal " + (now.exitCode() - SIGNALLED) + memory
          : head + " exited with code " + now.exitCode() + memory;
    } catch (IOException e) {
      return head + " ended, and the engine does not report how: " + e.getMessage();
    }
  }

  @Override
  public List<String> lastLines(int most) throws InterruptedException {
    try {
      List<String> lines =
          engine
              .logs(container.id(), container.startedAt())
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      return lines.subList(Math.max(0, lines.size() - most), lines.size());
    } catch (IOException e) {
      return List.of("(its log cannot be read: " + e.getMessage() + ")");
    }
  }

  @Override
  public Optional<String> containerId() {
    return Optional.of(container.id());
  }

  @Override
  public boolean startedOnItsCores() {
    return true;
  }

  /** Keeps its log; the launcher stops its container when another server is to start. */
  @Override
  public void end() throws InterruptedException {
    if (logKept) {
      return;
    }
    logKept = true;
    String text;
    try {
      text = engine.logs(container.id(), container.startedAt());
    } catch (IOException e) {
      text = "the log of " + container.name() + " cannot be read: " + e.getMessage();
    }
    keep(text + "\n");
  }

  private void keep(String text) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + log + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void kill() throws InterruptedException {
    try {
      engine.kill(container.id());
    } catch (IOException e) {
      keep(e.getMessage() + "\n");
    }
    for (int i = 0; jvm.isAlive() && i < TRIES; i++) {
      Thread.sleep(BETWEEN_TRIES_MILLIS);
    }
  }
}
