package dev.tierbench.suite.tasks;

import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** Rows through one connection, one writer at a time. */
final class OneWriterRows implements Rows {

  private final ReentrantLock writer = new ReentrantLock();
  private final AnswerTable table;
  private final HeldTimes held = new HeldTimes();

  OneWriterRows(AnswerTable table) {
    this.table = table;
  }

  @Override
  public void insert(int uid, int status) throws SQLException {
    writer.lock();
    try {
      long start = System.nanoTime();
      table.insert(uid, status);
      held.inserted(System.nanoTime() - start);
    } finally {
      writer.unlock();
    }
  }

  @Override
  public void delete(int uid) throws SQLException {
    writer.lock();
    try {
      long start = System.nanoTime();
      table.delete(uid);
      held.deleted(System.nanoTime() - start);
    } finally {
      writer.unlock();
    }
  }

  @Override
  public HeldTimes held() {
    return held;
  }

  @Override
  public void close() throws SQLException {
    table.close();
  }
}
