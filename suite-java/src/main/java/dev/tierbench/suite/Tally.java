package dev.tierbench.suite;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** How the tasks of one pass ended, and the sum of what they returned. Thread-safe. */
public final class Tally {

  private final int submitted;
  private final CountDownLatch open;
  private final LongAdder checksum = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final AtomicReference<Throwable> firstError = new AtomicReference<>();

  Tally(int submitted) {
    this.submitted = submitted;
    this.open = new CountDownLatch(submitted);
  }

  /** A task ended well and adds its value to the checksum. */
  public void completed(long value) {
    checksum.add(value);
    completed.increment();
    open.countDown();
  }

  /** Counts tasks that ended well, for a caller that waited for them by other means. */
  public void completed(int tasks, long sum) {
    checksum.add(sum);
    completed.add(tasks);
  }

  /** A task ended by an error; a pool that refused it makes it rejected, any other one failed. */
  public void ended(Throwable error) {
    firstError.compareAndSet(null, error);
    (error instanceof RejectedExecutionException ? rejected : failed).increment();
    open.countDown();
  }

  /** Waits until every task has ended and returns the checksum. */
  public long await() throws InterruptedException {
    open.await();
    return checksum.sum();
  }

  public int submitted() {
    return submitted;
  }

  public long completed() {
    return completed.sum();
  }

  public long failed() {
    return failed.sum();
  }

  public long rejected() {
    return rejected.sum();
  }

  public long checksum() {
    return checksum.sum();
  }

  /** The first error that ended a task. */
  public Optional<Throwable> firstError() {
    return Optional.ofNullable(firstError.get());
  }
}
