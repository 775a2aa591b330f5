package dev.tierbench.suite;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Implementations of sleeps with one seeded fault each, to prove that the checks find it. */
public final class FaultySleeps implements WorkProvider {

  /** The threads that the pool says it has, and those that it has. */
  private static final int TOLD = 2;

  private static final int HAD = 20;

  @Override
  public String suite() {
    return "sleeps";
  }

  @Override
  public Map<String, Supplier<Work>> implementations() {
    return Map.of(
        "faulty-drops-one", () -> new Faulty(TOLD, Faulty::allButOne),
        "faulty-swallows", () -> new Faulty(TOLD, Faulty::untilAnError),
        "faulty-pool", () -> new Faulty(HAD, Faulty::all),
        "faulty-prints", () -> new Faulty(TOLD, Faulty::printing),
        "faulty-throws", () -> new Faulty(TOLD, Faulty::throwing));
  }

  /** How a pass gives its tasks to the pool. */
  @FunctionalInterface
  private interface Submission {
    void submit(Faulty work, int size, Tally tally) throws InterruptedException;
  }

  private static final class Faulty implements Work {

    private final int threads;
    private final Submission submission;
    private ExecutorService pool;
    private int millis;

    Faulty(int threads, Submission submission) {
      this.threads = threads;
      this.submission = submission;
    }

    @Override
    public void open(Settings settings) {
      millis = settings.number("sleep_millis", 1000);
      pool = Executors.newFixedThreadPool(threads);
    }

    @Override
    public Setup setup() {
      return Setup.pool("fixed pool", TOLD);
    }

    @Override
    public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
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

    /** The last task is told to be done and never was. */
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
