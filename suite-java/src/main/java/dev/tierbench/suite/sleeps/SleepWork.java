package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;

/** Tasks that each block their thread for {@code sleep_millis} and add their index to the tally. */
public abstract class SleepWork extends Work {

  private final int millis;

  protected SleepWork(Settings settings, Setup setup) {
    super(setup);
    millis = millis(settings);
  }

  /** The second of the study, unless the settings say otherwise. */
  public static int millis(Settings settings) {
    return settings.number("sleep_millis", 1000);
  }

  /** Gives a task to the threads under test, which call {@link #sleep}. */
  protected abstract void submit(int index, Tally tally);

  @Override
  public final long run(int size, Sink sink) throws InterruptedException {
    Tally tally = sink.begin(size);
    for (int index = 0; index < size; index++) {
      submit(index, tally);
    }
    return tally.await();
  }

  public final void sleep(int index, Tally tally) {
    try {
      Thread.sleep(millis);
      tally.completed(index);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      tally.ended(e);
    }
  }
}
