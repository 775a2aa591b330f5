package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import java.util.concurrent.Executors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor with a new executor of virtual threads and a new scheduler for each task, never closed:
 * as published.
 */
final class PerTaskSchedulerSleeps implements Work {

  private Sleeper sleeper = new Sleeper(0);

  @Override
  public void open(Settings settings) {
    sleeper = Sleeper.of(settings);
  }

  @Override
  public Setup setup() {
    return Setup.unbounded("virtual threads", new Library("reactor-core", Mono.class));
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    Tally tally = sink.begin(size);
    for (int i = 0; i < size; i++) {
      int index = i;
      Scheduler scheduler =
          Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor());
      // Reactor makes a subscribeOn of it, because the source is a Callable.
      Mono.fromRunnable(() -> sleeper.sleep(index, tally))
          .publishOn(scheduler)
          .subscribe(ignored -> {}, tally::ended);
    }
    return tally.await();
  }
}
