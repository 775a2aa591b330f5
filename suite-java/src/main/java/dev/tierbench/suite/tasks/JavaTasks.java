package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Work;
import dev.tierbench.suite.WorkProvider;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The implementations of the suite {@code tasks} in Java. */
public final class JavaTasks implements WorkProvider {

  @Override
  public String suite() {
    return TasksStudy.NAME;
  }

  @Override
  public Map<String, Supplier<Work>> implementations() {
    return Map.of(
        "rx-io", () -> new Rx2Tasks(0),
        "rx-io-capped", () -> new Rx2Tasks(TasksStudy.PUBLISHED_CAP),
        "rx3-io", () -> new Rx3Tasks(0),
        "virtual",
            () -> new ExecutorTasks("virtual threads", Executors::newVirtualThreadPerTaskExecutor),
        "fixed-100",
            () -> new ExecutorTasks("fixed pool", () -> Executors.newFixedThreadPool(100)));
  }
}
