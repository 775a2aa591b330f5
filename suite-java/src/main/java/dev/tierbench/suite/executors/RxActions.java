package dev.tierbench.suite.executors;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.List;
import java.util.function.Supplier;

/** RxJava: a Completable for each action on one scheduler, merged and awaited. */
final class RxActions implements Work {

  private final Setup setup;
  private final Supplier<Scheduler> library;
  private Action action = seed -> seed;
  private Seeds seeds = new Seeds(0);
  private Scheduler scheduler;

  /** On a scheduler of a number of threads that the library documents and does not tell. */
  static RxActions on(String pool, int threads, Supplier<Scheduler> library) {
    return new RxActions(Setup.pool(pool, threads, rxJava()), library);
  }

  /** On a scheduler that grows without a limit. */
  static RxActions onUnbounded(String pool, Supplier<Scheduler> library) {
    return new RxActions(Setup.unbounded(pool, rxJava()), library);
  }

  private RxActions(Setup setup, Supplier<Scheduler> library) {
    this.setup = setup;
    this.library = library;
  }

  private static Library rxJava() {
    return new Library("rxjava3", Completable.class);
  }

  @Override
  public void open(Settings settings) {
    action = Actions.of(settings.studyCase());
    seeds = new Seeds(settings.size());
    scheduler = library.get();
  }

  @Override
  public Setup setup() {
    return setup;
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) {
    Slots slots = new Slots(sink, size);
    List<Completable> all =
        seeds.of(size).stream()
            .map(seed ->
                Completable.fromAction(() -> slots.set(seed, action.run(seed)))
                    .subscribeOn(scheduler))
            .toList();
    Completable.merge(all).blockingAwait();
    return slots.end();
  }

  /** The library's schedulers live as long as the process. */
  @Override
  public void close() {}
}
