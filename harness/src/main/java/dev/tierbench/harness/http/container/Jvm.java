package dev.tierbench.harness.http.container;

import dev.tierbench.observer.host.Proc;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A JVM that is not a child of the sweep. Its end is seen by asking the kernel: {@link
 * ProcessHandle#onExit} asks at most every 5 s, and takes a process for alive whose parent has not
 * yet asked for it.
 */
final class Jvm {

  private static final int TRIES = 100;
  private static final long POLL_MILLIS = 100;

  private final long pid;
  private final long startTicks;
  private final CompletableFuture<Jvm> ended = new CompletableFuture<>();

  private Jvm(long pid, long startTicks) {
    this.pid = pid;
    this.startTicks = startTicks;
  }

  /**
   * The JVM of a container that was just started: its first process or, with an init, a child.
   *
   * @throws IOException when none comes up
   */
  static Jvm of(Container container) throws IOException, InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      Optional<Jvm> found = find(container.pid());
      if (found.isPresent()) {
        Thread.ofPlatform().name("watch-" + container.name()).daemon().start(found.get()::watch);
        return found.get();
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new IOException(
        "container "
            + container.name()
            + " was started, but has no JVM; see: docker logs "
            + container.name());
  }

  private static Optional<Jvm> find(long first) {
    return ProcessHandle.of(first).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .map(ProcessHandle::pid)
        .filter(pid -> Proc.REAL.command(pid).filter("java"::equals).isPresent())
        .flatMap(pid -> Proc.REAL.startTicks(pid).stream().map(start -> new Jvm(pid, start)))
        .findFirst();
  }

  private void watch() {
    try {
      while (isAlive()) {
        Thread.sleep(POLL_MILLIS);
      }
      ended.complete(this);
    } catch (InterruptedException e) {
      ended.completeExceptionally(e);
    }
  }

  long pid() {
    return pid;
  }

  boolean isAlive() {
    return Proc.REAL.startTicks(pid).filter(start -> start == startTicks).isPresent();
  }

  /** Completes at most a tenth of a second after its end. */
  CompletableFuture<Jvm> ended() {
    return ended;
  }
}
