package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import java.sql.SQLException;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;

/** An executor of the JDK, a thread of which each task blocks. */
final class ExecutorTasks implements Work {

  private final String pool;
  private final Supplier<ExecutorService> factory;
  private ExecutorService executor;
  private EchoTasks tasks;

  ExecutorTasks(String pool, Supplier<ExecutorService> factory) {
    this.pool = pool;
    this.factory = factory;
  }

  @Override
  public void open(Settings settings) throws SQLException {
    tasks = EchoTasks.open(settings, 0);
    executor = factory.get();
  }

  @Override
  public Setup setup() {
    return tasks.setup(
        pool,
        executor instanceof ThreadPoolExecutor fixed
            ? OptionalInt.of(fixed.getMaximumPoolSize())
            : OptionalInt.empty());
  }

  @Override
  public long run(Case studyCase, int size, Sink sink)
      throws ExecutionException, InterruptedException {
    Tally tally = tasks.begin(sink, size);
    boolean serial = TasksStudy.isSerial(studyCase);
    for (int i = 0; i < size; i++) {
      int index = i;
      Future<?> task = executor.submit(() -> tasks.block(index, tally));
      if (serial) {
        task.get();
      }
    }
    return tally.await();
  }

  @Override
  public OptionalLong writerNanosPerOperation() {
    return tasks.writerNanosPerOperation();
  }

  @Override
  public void close() throws SQLException {
    executor.close();
    tasks.close();
  }
}
