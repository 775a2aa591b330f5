package dev.tierbench.suite.tasks;

import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/** Rows through one connection, one writer at a time. */
final class OneWriterRows implements Rows {

  private final ReentrantLock writer = new ReentrantLock();
  private final AnswerTable table;
  private long operations;
  private long heldNanos;

  OneWriterRows(AnswerTable table) {
    this.table = table;
  }

  @Override
  public void insert(int uid, int status) throws SQLException {
    writer.lock();
    try {
      long start = System.nanoTime();
      table.insert(uid, status);
      held(start);
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
      held(start);
    } finally {
      writer.unlock();
    }
  }

  private void held(long start) {
    operations++;
    heldNanos += System.nanoTime() - start;
  }

  @Override
  public void reset() {
    writer.lock();
    try {
      operations = 0;
      heldNanos = 0;
    } finally {
      writer.unlock();
    }
  }

  @Override
  public OptionalLong nanosPerOperation() {
    writer.lock();
    try {
      return operations == 0 ? OptionalLong.empty() : OptionalLong.of(heldNanos / operations);
    } finally {
      writer.unlock();
    }
  }

  @Override
  public void close() throws SQLException {
    table.close();
  }
}
