package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IdleCompilersTest {

  private static final int BEFORE_THE_LOAD = 700;
  private static final long REQUESTS = 1_000;

  /** Returns the seconds, from 1, at whose ends the action was done, given the work in each. */
  private static List<Integer> actionsAfter(long requestsEach, int... workMillis) {
    AtomicInteger second = new AtomicInteger();
    AtomicInteger work = new AtomicInteger(BEFORE_THE_LOAD);
    List<Integer> actions = new ArrayList<>();
    IdleCompilers idle = new IdleCompilers(work::get, REQUESTS, () -> actions.add(second.get()));
    idle.phaseStarted("rehearsal", Instant.EPOCH);
    for (int inThis : workMillis) {
      work.addAndGet(inThis);
      second.incrementAndGet();
      idle.secondEnded(requestsEach);
    }
    return actions;
  }

  @Test
  void actsOnceAfterTheFirstSecondInWhichTheyWereIdle() {
    assertThat(actionsAfter(REQUESTS, 0, 0, 0)).containsExactly(1);
    assertThat(actionsAfter(REQUESTS, 800, 400, 49, 0)).containsExactly(3);
  }

  @Test
  void compilersThatWorkAreWaitedFor() {
    int work = (int) IdleCompilers.IDLE_MILLIS;
    assertThat(actionsAfter(REQUESTS, 900, work, 500)).isEmpty();
  }

  @Test
  void compilersThatHadNothingToDoYetAreNotIdle() {
    assertThat(actionsAfter(REQUESTS / 4, 0, 0, 700, 0, 0)).containsExactly(4);
    assertThat(actionsAfter(REQUESTS / 4, 0, 0, 0, 0)).containsExactly(4);
  }
}
