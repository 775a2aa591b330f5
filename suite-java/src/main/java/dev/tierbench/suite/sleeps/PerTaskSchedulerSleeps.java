package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Tally;
import java.util.concurrent.Executors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor with a new executor of virtual threads and a new scheduler for each task, never closed:
 * as published.
 */
final class PerTaskSchedulerSleeps extends SleepWork {

  PerTaskSchedulerSleeps(Settings settings) {
    super(settings, Setup.unbounded("virtual threads", SchedulerSleeps.REACTOR));
  }

  @Override
  protected void submit(int index, Tally tally) {
    Scheduler scheduler =
        Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor());
    // Reactor makes a subscribeOn of it, because the source is a Callable.
    Mono.fromRunnable(() -> sleep(index, tally))
        .publishOn(scheduler)
        .subscribe(ignored -> {}, tally::ended);
  }
}
