package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's executor of one virtual thread per task. */
final class JdkVirtualSleeps implements Work {

  private Sleeper sleeper = new Sleeper(0);
  private ExecutorService executor;

  @Override
  public void open(Settings settings) {
    sleeper = Sleeper.of(settings);
    executor = Executors.newVirtualThreadPerTaskExecutor();
  }

  @Override
  public Setup setup() {
    return Setup.unbounded("virtual threads");
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    Tally tally = sink.begin(size);
    for (int i = 0; i < size; i++) {
      int index = i;
      executor.execute(() -> sleeper.sleep(index, tally));
    }
    return tally.await();
  }

  @Override
  public void close() {
    executor.close();
  }
}
