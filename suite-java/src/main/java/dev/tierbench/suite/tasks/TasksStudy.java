package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Study;
import java.util.List;

/** The suite {@code tasks}: the sum of the indexes 0 to n-1 of the tasks that ended well. */
public final class TasksStudy implements Study {

  public static final String NAME = "tasks";

  /** All tasks are started before one is waited for. */
  public static final String CONCURRENT = "concurrent";

  /** A task starts when the one before it has ended. */
  public static final String SERIAL = "serial";

  /** The calls under way at once that the study's client allowed one of its two arms. */
  public static final int PUBLISHED_CAP = 5;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> cases() {
    return List.of(CONCURRENT, SERIAL);
  }

  @Override
  public long expected(Case studyCase, int size) {
    return (long) size * (size - 1L) / 2;
  }

  /** Whether the tasks of a case run in turn. */
  public static boolean isSerial(Case studyCase) {
    return switch (studyCase.name()) {
      case CONCURRENT -> false;
      case SERIAL -> true;
      default -> throw new IllegalArgumentException("no order of tasks for " + studyCase);
    };
  }
}
