package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Tally;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A new thread of the JDK for each task, which ends with it. */
final class ThreadSleeps extends SleepWork {

  private final Executor executor;

  private ThreadSleeps(Settings settings, String threads, Executor executor) {
    super(settings, Setup.unbounded(threads));
    this.executor = executor;
  }

  static ThreadSleeps virtual(Settings settings) {
    return new ThreadSleeps(
        settings, "virtual threads", Executors.newVirtualThreadPerTaskExecutor());
  }

  /** Daemons, so that a run that ends by an error does not keep the process. */
  static ThreadSleeps platform(Settings settings) {
    return new ThreadSleeps(
        settings, "platform threads", task -> Thread.ofPlatform().daemon().start(task));
  }

  @Override
  protected void submit(int index, Tally tally) {
    executor.execute(() -> sleep(index, tally));
  }

  @Override
  public void close() {
    if (executor instanceof ExecutorService service) {
      service.close();
    }
  }
}
