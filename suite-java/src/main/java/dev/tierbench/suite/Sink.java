package dev.tierbench.suite;

/**
 * Takes every item of a pass, so that no compiler can remove one, and adds it up. Of one thread; a
 * pass on many threads gives each one its own by {@link #fork}, or counts tasks in a {@link Tally}.
 */
public abstract class Sink {

  private long sum;
  private Tally tally = new Tally(0);

  /** A sink that only adds. */
  public static Sink adding() {
    return new Sink() {
      @Override
      public void consume(int item) {}

      @Override
      public Sink fork() {
        return adding();
      }
    };
  }

  /** Uses an item up without adding it. */
  public abstract void consume(int item);

  /** A sink for the calling thread, with a sum of its own. */
  public abstract Sink fork();

  /** Uses an item up and adds it. */
  public final void accept(int item) {
    consume(item);
    sum += item;
  }

  /** Adds the sum of a fork. */
  public final void join(Sink fork) {
    sum += fork.sum;
  }

  /** The sum since this sink was made; a pass is the difference of two. */
  public final long sum() {
    return sum;
  }

  /** Starts the count of a pass of so many tasks. */
  public final Tally begin(int tasks) {
    tally = new Tally(tasks);
    return tally;
  }

  /** The count of the last pass that was begun. */
  public final Tally tally() {
    return tally;
  }
}
