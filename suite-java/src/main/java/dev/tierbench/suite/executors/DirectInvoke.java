package dev.tierbench.suite.executors;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;

/** One action after the other on the caller's thread: the floor of the suite. */
final class DirectInvoke implements Work {

  private Action action = seed -> seed;

  @Override
  public void open(Settings settings) {
    action = Actions.of(settings.studyCase());
  }

  @Override
  public Setup setup() {
    return Setup.caller();
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    Slots slots = new Slots(sink, size);
    for (int seed = 0; seed < size; seed++) {
      slots.add(action.run(seed));
    }
    return slots.end();
  }
}
