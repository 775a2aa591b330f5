package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.concurrent.Executors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Reactor with one executor of virtual threads and one scheduler for all tasks. */
final class SharedVirtualSleeps implements Work {

  private Sleeper sleeper = new Sleeper(0);
  private Scheduler scheduler;

  @Override
  public void open(Settings settings) {
    sleeper = Sleeper.of(settings);
    scheduler = Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor());
  }

  @Override
  public Setup setup() {
    return Setup.unbounded("virtual threads", new Library("reactor-core", Mono.class));
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    return SchedulerSleeps.submitAll(sink.begin(size), size, sleeper, scheduler);
  }

  @Override
  public void close() {
    scheduler.dispose();
  }
}
