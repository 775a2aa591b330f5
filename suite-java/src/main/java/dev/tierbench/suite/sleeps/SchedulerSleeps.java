package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import java.util.function.Supplier;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Reactor with one scheduler for all tasks, one of the library's own. */
final class SchedulerSleeps implements Work {

  private final String pool;
  private final Supplier<Scheduler> library;
  private Sleeper sleeper = new Sleeper(0);
  private Scheduler scheduler;

  SchedulerSleeps(String pool, Supplier<Scheduler> library) {
    this.pool = pool;
    this.library = library;
  }

  @Override
  public void open(Settings settings) {
    sleeper = Sleeper.of(settings);
    scheduler = library.get();
  }

  @Override
  public Setup setup() {
    Integer size = Scannable.from(scheduler).scan(Scannable.Attr.CAPACITY);
    if (size == null) {
      throw new IllegalStateException(scheduler + " does not tell its size");
    }
    return Setup.pool(pool, size, new Library("reactor-core", Mono.class));
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    return submitAll(sink.begin(size), size, sleeper, scheduler);
  }

  /** Subscribes one Mono for each task and waits for all tasks to end. */
  static long submitAll(Tally tally, int size, Sleeper sleeper, Scheduler scheduler)
      throws InterruptedException {
    for (int i = 0; i < size; i++) {
      int index = i;
      Mono.fromRunnable(() -> sleeper.sleep(index, tally))
          .subscribeOn(scheduler)
          .subscribe(ignored -> {}, tally::ended);
    }
    return tally.await();
  }

  /** The library's schedulers live as long as the process. */
  @Override
  public void close() {}
}
