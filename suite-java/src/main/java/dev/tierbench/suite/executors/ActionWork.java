package dev.tierbench.suite.executors;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Work;
import java.util.List;
import java.util.stream.IntStream;

/** What all implementations of the suite share: the action of the case and its seeds. */
public abstract class ActionWork extends Work {

  protected final Action action;
  private final List<Integer> seeds;

  protected ActionWork(Settings settings, Setup setup) {
    super(setup);
    action = Actions.of(settings.studyCase());
    seeds = IntStream.range(0, settings.size()).boxed().toList();
  }

  /** The numbers from 0 on that the actions of a pass get, boxed before any pass. */
  protected final List<Integer> seeds(int size) {
    return size == seeds.size() ? seeds : seeds.subList(0, size);
  }
}
