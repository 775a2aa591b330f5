package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Study;
import dev.tierbench.suite.WorkFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/** The suite {@code tasks}: the sum of the indexes 0 to n-1 of the tasks that ended well. */
public final class TasksStudy implements Study {

  public static final String NAME = "tasks";

  /** The calls under way at once that the study's client allowed one of its two arms. */
  public static final int PUBLISHED_CAP = 5;

  /** All tasks are started before one is waited for. */
  static final String CONCURRENT = "concurrent";

  /** The same in a process that may have few threads, which whoever starts it limits. */
  static final String THREAD_LIMIT = "thread-limit";

  /** A task starts when the one before it has ended. */
  static final String SERIAL = "serial";

  @Override
  public String suite() {
    return NAME;
  }

  @Override
  public List<String> cases() {
    return List.of(CONCURRENT, SERIAL, THREAD_LIMIT);
  }

  @Override
  public long expected(Case studyCase, int size) {
    return (long) size * (size - 1L) / 2;
  }

  @Override
  public Map<String, WorkFactory> implementations() {
    return Map.of(
        "rx-io", settings -> new Rx2Tasks(settings, 0),
        "rx-io-capped", settings -> new Rx2Tasks(settings, PUBLISHED_CAP),
        "rx3-io", Rx3Tasks::new,
        "virtual",
            settings ->
                new ExecutorTasks(
                    settings, "virtual threads", Executors.newVirtualThreadPerTaskExecutor()),
        "fixed-100",
            settings ->
                new ExecutorTasks(settings, "fixed pool", Executors.newFixedThreadPool(100)));
  }
}
