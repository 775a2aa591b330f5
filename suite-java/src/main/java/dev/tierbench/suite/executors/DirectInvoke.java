package dev.tierbench.suite.executors;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;

/** One action after the other on the caller's thread: the floor of the suite. */
final class DirectInvoke extends ActionWork {

  DirectInvoke(Settings settings) {
    super(settings, Setup.caller());
  }

  @Override
  public long run(int size, Sink sink) throws InterruptedException {
    Slots slots = new Slots(sink, size);
    for (int seed = 0; seed < size; seed++) {
      slots.add(action.run(seed));
    }
    return slots.end();
  }
}
