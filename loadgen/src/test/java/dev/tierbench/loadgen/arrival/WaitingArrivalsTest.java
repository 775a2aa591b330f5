package dev.tierbench.loadgen.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitingArrivalsTest {

  private static final long DUE = 5_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private final WaitingArrivals waiting = new WaitingArrivals();

  @Test
  void aLateSendWithAFreeConnectionIsTheLoops() {
    waiting.add(DUE, DUE + 3 * MILLI, 1);
    assertThat(waiting.lackedConnection(DUE + 40 * MILLI)).isFalse();
  }

  @Test
  void onlyAsManyArrivalsAsThereAreConnectionsFindOne() {
    waiting.add(DUE, DUE, 1);
    waiting.add(DUE, DUE, 1);
    assertThat(waiting.lackedConnection(DUE + 40 * MILLI)).isFalse();
    assertThat(waiting.poll()).isEqualTo(DUE);
    assertThat(waiting.lackedConnection(DUE + 40 * MILLI)).isTrue();
  }

  @Test
  void aLateSendThatWaitedForAConnectionIsTheServers() {
    waiting.add(DUE, DUE + MILLI / 10, 0);
    assertThat(waiting.lackedConnection(DUE + 5 * MILLI)).isTrue();
  }

  /** Answers that lie unread while the loop stands still leave no connection free either. */
  @Test
  void anArrivalThatALoopNoticedAfterAStopIsTheLoops() {
    waiting.add(DUE, DUE + 200 * MILLI, 0);
    assertThat(waiting.lackedConnection(DUE + 203 * MILLI)).isFalse();
  }
}
