package dev.tierbench.suite.executors;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Study;
import java.util.List;

/** The suite {@code executors}: the sum of the results of the seeds 0 to n-1, by a plain loop. */
public final class ExecutorsStudy implements Study {

  public static final String NAME = "executors";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> cases() {
    return Actions.BY_CASE.keySet().stream().sorted().toList();
  }

  @Override
  public long expected(Case studyCase, int size) {
    Action action = Actions.of(studyCase);
    long sum = 0;
    try {
      for (int seed = 0; seed < size; seed++) {
        sum += action.result(seed);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("a result needs no waiting", e);
    }
    return sum;
  }
}
