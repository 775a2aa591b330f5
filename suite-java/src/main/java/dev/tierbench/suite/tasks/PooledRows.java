package dev.tierbench.suite.tasks;

import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Rows through a fixed number of connections, each with its prepared statements; a task waits for a
 * free one. A queue lends them: a pool with timeouts, checks and threads of its own would be
 * measured with every arm.
 */
final class PooledRows implements Rows {

  private final List<AnswerTable> all;
  private final BlockingQueue<AnswerTable> free;
  private final LongAdder operations = new LongAdder();
  private final LongAdder heldNanos = new LongAdder();

  PooledRows(List<AnswerTable> tables) {
    all = List.copyOf(tables);
    free = new ArrayBlockingQueue<>(all.size(), false, all);
  }

  @Override
  public void insert(int uid, int status) throws SQLException {
    AnswerTable table = take();
    long start = System.nanoTime();
    try {
      table.insert(uid, status);
      held(start);
    } finally {
      free.add(table);
    }
  }

  @Override
  public void delete(int uid) throws SQLException {
    AnswerTable table = take();
    long start = System.nanoTime();
    try {
      table.delete(uid);
      held(start);
    } finally {
      free.add(table);
    }
  }

  private AnswerTable take() throws SQLException {
    try {
      return free.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while waiting for a connection", e);
    }
  }

  private void held(long start) {
    operations.increment();
    heldNanos.add(System.nanoTime() - start);
  }

  @Override
  public void reset() {
    operations.reset();
    heldNanos.reset();
  }

  @Override
  public OptionalLong nanosPerOperation() {
    long count = operations.sum();
    return count == 0 ? OptionalLong.empty() : OptionalLong.of(heldNanos.sum() / count);
  }

  @Override
  public void close() throws SQLException {
    for (AnswerTable table : all) {
      table.close();
    }
  }
}
