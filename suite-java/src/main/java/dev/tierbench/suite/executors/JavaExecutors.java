package dev.tierbench.suite.executors;

import dev.tierbench.suite.Work;
import dev.tierbench.suite.WorkProvider;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The implementations of the suite {@code executors} in Java. */
public final class JavaExecutors implements WorkProvider {

  /** Threads of the study's pools for blocking work. */
  private static final int IO_THREADS = 100;

  @Override
  public String suite() {
    return ExecutorsStudy.NAME;
  }

  @Override
  public Map<String, Supplier<Work>> implementations() {
    int cores = Runtime.getRuntime().availableProcessors();
    return Map.ofEntries(
        Map.entry("direct-invoke", DirectInvoke::new),
        Map.entry("rx-one", () -> RxActions.on("rx single", 1, Schedulers::single)),
        Map.entry("rx-cpu", () -> RxActions.on("rx computation", cores, Schedulers::computation)),
        Map.entry("rx-io", () -> RxActions.onUnbounded("rx io", Schedulers::io)),
        Map.entry("executor-fixed-cpu", () -> fixed(cores)),
        Map.entry("executor-steal-cpu", () -> stealing(cores)),
        Map.entry("executor-fixed-io", () -> fixed(IO_THREADS)),
        Map.entry("executor-steal-io", () -> stealing(IO_THREADS)),
        Map.entry(
            "virtual",
            () ->
                new ExecutorActions("virtual threads", Executors::newVirtualThreadPerTaskExecutor)),
        Map.entry("bounded-elastic", ReactorActions::new));
  }

  private static Work fixed(int threads) {
    return new ExecutorActions("fixed pool", () -> Executors.newFixedThreadPool(threads));
  }

  private static Work stealing(int threads) {
    return new ExecutorActions("work-stealing pool", () -> Executors.newWorkStealingPool(threads));
  }
}
