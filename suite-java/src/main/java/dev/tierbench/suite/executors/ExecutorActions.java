package dev.tierbench.suite.executors;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** An executor of the JDK: submits every action, then gets the result of every future. */
final class ExecutorActions extends ActionWork {

  private final ExecutorService executor;

  ExecutorActions(Settings settings, String pool, ExecutorService executor) {
    super(settings, Setup.executor(pool, executor));
    this.executor = executor;
  }

  @Override
  public long run(int size, Sink sink) throws ExecutionException, InterruptedException {
    Slots slots = new Slots(sink, size);
    List<Future<Long>> futures =
        seeds(size).stream().map(seed -> executor.submit(() -> action.run(seed))).toList();
    for (Future<Long> future : futures) {
      slots.add(future.get());
    }
    return slots.end();
  }

  @Override
  public void close() {
    executor.close();
  }
}
