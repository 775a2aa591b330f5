package dev.tierbench.harness.http.tier;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts the children of a sweep and ends them with it, whichever way it ends. */
public final class Launcher {

  private static final long FORK_SECONDS = 10;

  /**
   * The kernel sends the parent-death signal when the thread that forked ends, not the process;
   * this one lives as long as the JVM.
   */
  private final ExecutorService forker =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("forker").daemon().factory());

  private final Set<Child> children = ConcurrentHashMap.newKeySet();

  /**
   * Starts a child.
   *
   * @throws IOException when its program or its log cannot be had
   */
  public Child start(ChildCommand command) throws IOException, InterruptedException {
    Files.createDirectories(command.log().toAbsolutePath().getParent());
    try {
      return forker.submit(() -> fork(command)).get();
    } catch (ExecutionException e) {
      throw new IOException("cannot start " + command.name() + ": " + e.getCause().getMessage(), e);
    }
  }

  private Child fork(ChildCommand command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command.line(ProcessHandle.current().pid()))
            .redirectInput(
                command.outputApart() ? Redirect.PIPE : Redirect.from(new File("/dev/null")));
    Redirect log = Redirect.appendTo(command.log().toFile());
    builder.redirectError(log).redirectOutput(command.outputApart() ? Redirect.PIPE : log);
    Child child = new Child(command.name(), builder.start(), command.log());
    children.add(child);
    child.whenEnded(children::remove);
    return child;
  }

  /**
   * Ends all children that are left; none is alive when this returns. The thread that forked them
   * ends last: its end would kill them.
   */
  public void endAll() throws InterruptedException {
    awaitForkUnderWay();
    children.forEach(Child::askToEnd);
    for (Child child : children) {
      child.end();
    }
    forker.shutdown();
  }

  /** An interrupted caller may have left a fork that has not yet come to the list. */
  private void awaitForkUnderWay() throws InterruptedException {
    try {
      forker.submit(() -> {}).get(FORK_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("a child did not start within " + FORK_SECONDS + " s", e);
    }
  }
}
