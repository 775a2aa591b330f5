package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;

/** One new platform thread per task. */
final class PlatformSleeps implements Work {

  private Sleeper sleeper = new Sleeper(0);

  @Override
  public void open(Settings settings) {
    sleeper = Sleeper.of(settings);
  }

  @Override
  public Setup setup() {
    return Setup.unbounded("platform threads");
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    Tally tally = sink.begin(size);
    for (int i = 0; i < size; i++) {
      int index = i;
      // A daemon, so that a run that ends by an error does not keep the process.
      Thread.ofPlatform().daemon().start(() -> sleeper.sleep(index, tally));
    }
    return tally.await();
  }
}
