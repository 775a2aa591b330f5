package dev.tierbench.suite.executors;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.List;
import java.util.OptionalInt;

/**
 * RxJava: a Completable for each action on one scheduler of the library's, merged and awaited. The
 * schedulers live as long as the process.
 */
final class RxActions extends ActionWork {

  private final Scheduler scheduler;

  /**
   * @param threads those of the scheduler, as the library documents them: it does not report them
   */
  RxActions(Settings settings, String pool, OptionalInt threads, Scheduler scheduler) {
    super(settings, Setup.pool(pool, threads, new Library("rxjava3", Completable.class)));
    this.scheduler = scheduler;
  }

  @Override
  public long run(int size, Sink sink) {
    Slots slots = new Slots(sink, size);
    List<Completable> all =
        seeds(size).stream()
            .map(seed ->
                Completable.fromAction(() -> slots.set(seed, action.run(seed)))
                    .subscribeOn(scheduler))
            .toList();
    Completable.merge(all).blockingAwait();
    return slots.end();
  }
}
