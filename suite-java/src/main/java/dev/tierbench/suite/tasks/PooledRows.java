package dev.tierbench.suite.tasks;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Rows through a fixed number of connections, each with its prepared statements; a task waits for a
 * free one. A queue lends them: a pool with timeouts, checks and threads of its own would be
 * measured with every arm.
 */
final class PooledRows implements Rows {

  private final List<AnswerTable> all;
  private final BlockingQueue<AnswerTable> free;
  private final HeldTimes held = new HeldTimes();

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
      held.inserted(System.nanoTime() - start);
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
      held.deleted(System.nanoTime() - start);
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

  @Override
  public HeldTimes held() {
    return held;
  }

  @Override
  public void close() throws SQLException {
    for (AnswerTable table : all) {
      table.close();
    }
  }
}
