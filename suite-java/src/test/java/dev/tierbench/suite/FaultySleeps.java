package dev.tierbench.suite;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Implementations of sleeps with one seeded fault each, to prove that the checks find it. */
public final class FaultySleeps implements WorkProvider {

  /** The threads that the pool reports, and those that it has. */
  private static final int REPORTED = 2;

  private static final int HAD = 20;

  @Override
  public String suite() {
    return "sleeps";
  }

  @Override
  public Map<String, WorkFactory> implementations() {
    return Map.of(
        "faulty-drops-one", settings -> new Faulty(settings, REPORTED, Faulty::allButOne),
        "faulty-swallows", settings -> new Faulty(settings, REPORTED, Faulty::untilAnError),
        "faulty-pool", settings -> new Faulty(settings, HAD, Faulty::all),
        "faulty-prints", settings -> new Faulty(settings, REPORTED, Faulty::printing),
        "faulty-throws", settings -> new Faulty(settings, REPORTED, Faulty::throwing));
  }

  /** How a pass gives its tasks to the pool. */
  @FunctionalInterface
  private interface Submission {
    void submit(Faulty work, int size, Tally tally) throws InterruptedException;
  }

  private static final class Faulty extends Work {

    private final int millis;
    private final ExecutorService pool;
    private final Submission submission;

    Faulty(Settings settings, int threads, Submission submission) {
      super(Setup.pool("fixed pool", REPORTED));
      millis = settings.number("sleep_millis", 1000);
      pool = Executors.newFixedThreadPool(threads);
      this.submission = submission;
    }

    @Override
    public long run(int size, Sink sink) throws InterruptedException {
      Tally tally = sink.begin(size);
      submission.submit(this, size, tally);
      return tally.checksum();
    }

    void all(int size, Tally tally) throws InterruptedException {
      for (int i = 0; i < size; i++) {
        submit(i, tally);
      }
      tally.await();
    }

    /** The last task is counted as completed and was never run. */
    void allButOne(int size, Tally tally) throws InterruptedException {
      for (int i = 0; i < size - 1; i++) {
        submit(i, tally);
      }
      tally.completed(0);
      tally.await();
    }

    /** An error in the middle ends the pass and reaches no one. */
    void untilAnError(int size, Tally tally) {
      try {
        for (int i = 0; i < size; i++) {
          if (i == size / 2) {
            throw new IllegalStateException("seeded");
          }
          submit(i, tally);
        }
      } catch (IllegalStateException seeded) {
        tally.completed(0);
      }
    }

    void printing(int size, Tally tally) throws InterruptedException {
      all(size, tally);
      System.out.println("seeded");
    }

    void throwing(int size, Tally tally) {
      throw new OutOfMemoryError("seeded");
    }

    private void submit(int index, Tally tally) {
      pool.execute(() -> {
        try {
          Thread.sleep(millis);
          tally.completed(index);
        } catch (InterruptedException e) {
          tally.ended(e);
        }
      });
    }

    @Override
    public void close() {
      pool.shutdownNow();
    }
  }
}
