package dev.tierbench.harness.tier.container;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The JVM of a container from one start to the next. It is no child of the sweep, and its end is
 * seen by asking the kernel: {@link ProcessHandle#onExit} asks at most every 5 s, and takes a
 * process for alive whose parent has not yet asked for it.
 */
final class ContainerTier implements RunningTier {

  private static final int SIGNALLED = 128;
  private static final int TRIES_TO_START = 100;
  private static final int TRIES_TO_END = 20;
  private static final long BETWEEN_TRIES_MILLIS = 100;

  private final Engine engine;
  private final Container container;
  private final Path log;
  private final Optional<ResourceLimits> limits;
  private final long pid;
  private final long startTicks;
  private final CompletableFuture<RunningTier> ended = new CompletableFuture<>();
  private boolean logKept;

  private ContainerTier(
      Engine engine,
      Container container,
      Path log,
      Optional<ResourceLimits> limits,
      long pid,
      long startTicks) {
    this.engine = engine;
    this.container = container;
    this.log = log;
    this.limits = limits;
    this.pid = pid;
    this.startTicks = startTicks;
  }

  /**
   * Finds the JVM of a container that was just started: the first process or, with an init, its
   * child.
   *
   * @param limits that the sweep gave the container
   * @throws IOException when no JVM comes up
   */
  static ContainerTier of(
      Engine engine, Container container, Path log, Optional<ResourceLimits> limits)
      throws IOException, InterruptedException {
    for (int i = 0; i < TRIES_TO_START; i++) {
      Optional<Long> pid = jvm(container.pid());
      Optional<Long> startTicks = pid.flatMap(Proc.REAL::startTicks);
      if (startTicks.isPresent()) {
        ContainerTier tier =
            new ContainerTier(engine, container, log, limits, pid.get(), startTicks.get());
        Thread.ofPlatform().name("watch-" + container.name()).daemon().start(tier::watch);
        return tier;
      }
      Thread.sleep(BETWEEN_TRIES_MILLIS);
    }
    throw new IOException(
        "container %1$s was started, but has no JVM; see: docker logs %1$s"
            .formatted(container.name()));
  }

  private static Optional<Long> jvm(long first) {
    return ProcessHandle.of(first).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .map(ProcessHandle::pid)
        .filter(pid -> Proc.REAL.command(pid).filter("java"::equals).isPresent())
        .findFirst();
  }

  private void watch() {
    try {
      while (isAlive()) {
        Thread.sleep(BETWEEN_TRIES_MILLIS);
      }
      ended.complete(this);
    } catch (InterruptedException e) {
      ended.completeExceptionally(e);
    }
  }

  @Override
  public String name() {
    return ContainerPlan.tier(container).id();
  }

  @Override
  public long pid() {
    return pid;
  }

  /** Known to the kernel; the engine need not answer for it. */
  @Override
  public boolean isAlive() {
    return Proc.REAL.startTicks(pid).filter(start -> start == startTicks).isPresent();
  }

  /** Completes at most a tenth of a second after its end. */
  @Override
  public CompletableFuture<RunningTier> ended() {
    return ended;
  }

  @Override
  public String howItEnded() throws InterruptedException {
    String head = "container " + container.name();
    try {
      Container now = engine.inspect(container.id());
      for (int i = 0; now.running() && i < TRIES_TO_END; i++) {
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
      List<String> lines = log().lines().filter(line -> !line.isBlank()).toList();
      return lines.subList(Math.max(0, lines.size() - most), lines.size());
    } catch (IOException e) {
      return List.of("(its log cannot be read: " + e.getMessage() + ")");
    }
  }

  private String log() throws IOException, InterruptedException {
    return engine.logs(container.id(), container.startedAt());
  }

  @Override
  public Optional<String> controlGroup() {
    return Optional.of(container.id());
  }

  @Override
  public Optional<ResourceLimits> limits() {
    return limits;
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
      text = log();
    } catch (IOException e) {
      text = "the log of " + container.name() + " cannot be read: " + e.getMessage();
    }
    keep(text);
  }

  private void keep(String text) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      Files.write(
          log,
          (text + "\n").getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + log + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void kill() throws InterruptedException {
    try {
      engine.kill(container.id());
    } catch (IOException e) {
      keep(e.getMessage());
    }
    for (int i = 0; isAlive() && i < TRIES_TO_END; i++) {
      Thread.sleep(BETWEEN_TRIES_MILLIS);
    }
  }
}
