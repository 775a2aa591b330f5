package dev.tierbench.suite.executors;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;

/** An executor of the JDK: every action submitted, then every future asked. */
final class ExecutorActions implements Work {

  private final String pool;
  private final Supplier<ExecutorService> factory;
  private Action action = seed -> seed;
  private Seeds seeds = new Seeds(0);
  private ExecutorService executor;

  ExecutorActions(String pool, Supplier<ExecutorService> factory) {
    this.pool = pool;
    this.factory = factory;
  }

  @Override
  public void open(Settings settings) {
    action = Actions.of(settings.studyCase());
    seeds = new Seeds(settings.size());
    executor = factory.get();
  }

  @Override
  public Setup setup() {
    return switch (executor) {
      case ThreadPoolExecutor fixed -> Setup.pool(pool, fixed.getMaximumPoolSize());
      case ForkJoinPool stealing -> Setup.pool(pool, stealing.getParallelism());
      default -> Setup.unbounded(pool);
    };
  }

  @Override
  public long run(Case studyCase, int size, Sink sink)
      throws ExecutionException, InterruptedException {
    Slots slots = new Slots(sink, size);
    List<Future<Long>> futures =
        seeds.of(size).stream().map(seed -> executor.submit(() -> action.run(seed))).toList();
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
