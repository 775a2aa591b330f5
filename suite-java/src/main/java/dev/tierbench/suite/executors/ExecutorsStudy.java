package dev.tierbench.suite.executors;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Study;
import dev.tierbench.suite.Work;
import dev.tierbench.suite.WorkFactory;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Executors;

/** The suite {@code executors}: the sum of the results of the seeds 0 to n-1, by a plain loop. */
public final class ExecutorsStudy implements Study {

  public static final String NAME = "executors";

  /** Threads of the study's pools for blocking work. */
  public static final int IO_THREADS = 100;

  private static final int CORES = Runtime.getRuntime().availableProcessors();

  /** The library's rule: those of a property, if they are no more than the cores. */
  private static int computationThreads() {
    int asked = Integer.getInteger("rx3.computation-threads", 0);
    return asked <= 0 || asked > CORES ? CORES : asked;
  }

  @Override
  public String suite() {
    return NAME;
  }

  @Override
  public List<String> cases() {
    return Actions.BY_CASE.keySet().stream().sorted().toList();
  }

  @Override
  public long expected(Case studyCase, int size) {
    Action action = Actions.of(studyCase);
    long sum = 0;
    try {
      for (int seed = 0; seed < size; seed++) {
        sum += action.result(seed);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("a result needs no waiting", e);
    }
    return sum;
  }

  @Override
  public Map<String, WorkFactory> implementations() {
    return Map.of(
        "direct-invoke", DirectInvoke::new,
        "rx-one",
            settings ->
                new RxActions(settings, "rx single", OptionalInt.of(1), Schedulers.single()),
        "rx-cpu",
            settings ->
                new RxActions(
                    settings,
                    "rx computation",
                    OptionalInt.of(computationThreads()),
                    Schedulers.computation()),
        "rx-io", settings -> new RxActions(settings, "rx io", OptionalInt.empty(), Schedulers.io()),
        "executor-fixed-cpu", settings -> fixed(settings, CORES),
        "executor-steal-cpu", settings -> stealing(settings, CORES),
        "executor-fixed-io", settings -> fixed(settings, IO_THREADS),
        "executor-steal-io", settings -> stealing(settings, IO_THREADS),
        "virtual",
            settings ->
                new ExecutorActions(
                    settings, "virtual threads", Executors.newVirtualThreadPerTaskExecutor()),
        "bounded-elastic", ReactorActions::new);
  }

  private static Work fixed(Settings settings, int threads) {
    return new ExecutorActions(settings, "fixed pool", Executors.newFixedThreadPool(threads));
  }

  private static Work stealing(Settings settings, int threads) {
    return new ExecutorActions(
        settings, "work-stealing pool", Executors.newWorkStealingPool(threads));
  }
}
