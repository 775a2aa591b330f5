package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Study;
import java.util.List;

/** The suite {@code sleeps}: the sum of the indexes 0 to n-1 of the tasks that ended. */
public final class SleepsStudy implements Study {

  public static final String NAME = "sleeps";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> cases() {
    return List.of("sleep-1s");
  }

  @Override
  public long expected(Case studyCase, int size) {
    return (long) size * (size - 1L) / 2;
  }
}
