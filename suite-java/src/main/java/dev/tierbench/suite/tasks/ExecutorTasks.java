package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Tally;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** An executor of the JDK, a thread of which each task blocks. */
final class ExecutorTasks extends EchoTasks {

  private final ExecutorService executor;

  ExecutorTasks(Settings settings, String pool, ExecutorService executor) throws SQLException {
    super(settings, 0, Setup.executor(pool, executor));
    this.executor = executor;
  }

  @Override
  protected void run(int size, boolean serial, Tally tally)
      throws ExecutionException, InterruptedException {
    for (int i = 0; i < size; i++) {
      int index = i;
      Future<?> task = executor.submit(() -> block(index, tally));
      if (serial) {
        task.get();
      }
    }
  }

  @Override
  public void close() throws SQLException {
    executor.close();
    super.close();
  }
}
