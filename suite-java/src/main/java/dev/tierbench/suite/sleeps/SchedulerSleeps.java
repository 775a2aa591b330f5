package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Tally;
import java.util.concurrent.Executors;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Reactor with one scheduler for all tasks. */
final class SchedulerSleeps extends SleepWork {

  static final Library REACTOR = new Library("reactor-core", Mono.class);

  private final Scheduler scheduler;

  private SchedulerSleeps(Settings settings, Setup setup, Scheduler scheduler) {
    super(settings, setup);
    this.scheduler = scheduler;
  }

  /** One of the library's own schedulers, which live as long as the process. */
  static SchedulerSleeps of(Settings settings, String pool, Scheduler scheduler) {
    Integer size = Scannable.from(scheduler).scan(Scannable.Attr.CAPACITY);
    if (size == null) {
      throw new IllegalStateException(scheduler + " does not report its size");
    }
    return new SchedulerSleeps(settings, Setup.pool(pool, size, REACTOR), scheduler);
  }

  /**
   * The bounded elastic scheduler on virtual threads. Fails where the class that reads the
   * library's switch was loaded before it is set.
   */
  static SchedulerSleeps elasticOnVirtual(Settings settings) {
    System.setProperty("reactor.schedulers.defaultBoundedElasticOnVirtualThreads", "true");
    if (!Schedulers.DEFAULT_BOUNDED_ELASTIC_ON_VIRTUAL_THREADS) {
      throw new IllegalStateException(
          "Reactor's schedulers were loaded before their switch was set: use a fresh process");
    }
    return of(settings, "reactor boundedElastic on virtual threads", Schedulers.boundedElastic());
  }

  /** One executor of virtual threads and one scheduler on it. */
  static SchedulerSleeps onVirtual(Settings settings) {
    return new SchedulerSleeps(
        settings,
        Setup.unbounded("virtual threads", REACTOR),
        Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor()));
  }

  @Override
  protected void submit(int index, Tally tally) {
    Mono.fromRunnable(() -> sleep(index, tally))
        .subscribeOn(scheduler)
        .subscribe(ignored -> {}, tally::ended);
  }

  /** Does nothing to the library's own schedulers. */
  @Override
  public void close() {
    scheduler.dispose();
  }
}
