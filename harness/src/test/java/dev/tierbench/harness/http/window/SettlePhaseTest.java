package dev.tierbench.harness.http.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.http.sample.TierReading;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.protocol.LoadEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettlePhaseTest {

  private static final SteadyState RULE = new SteadyState(2, 4, 5, 5, 0);
  private static final long SECOND = 1_000_000_000L;

  private final List<String> done = new ArrayList<>();
  private long now;
  private long cpuNs;
  private Optional<Long> echoJitNs = Optional.empty();

  private SettlePhase settling(double capSeconds) {
    return new SettlePhase(
        PhaseName.SETTLE,
        capSeconds,
        RULE,
        () -> new TierReading(now, Optional.of(cpuNs), Optional.of(0L)).withCompilersOf(echoJitNs),
        () -> done.add("read"));
  }

  private void start(SettlePhase settling) throws Exception {
    settling.on(LoadEvent.phaseStart(0, "settle"), done::add);
  }

  /** A second with so many answers, each for 100 us of CPU. */
  private void second(SettlePhase settling, long ok) throws Exception {
    now += SECOND;
    cpuNs += ok * 100_000;
    settling.on(LoadEvent.second(0, "settle", 1, ok, 0), done::add);
  }

  @Test
  void aSteadyTierIsReleasedOnceAfterWhatHasToComeFirst() throws Exception {
    SettlePhase settling = settling(12);
    assertThat(settling.phase().text()).isEqualTo("settle=hold:12s");
    start(settling);
    for (int i = 0; i < 6; i++) {
      second(settling, 1_000);
    }
    assertThat(done).containsExactly("read", "go settle");
    assertThat(settling.steady()).isTrue();
    assertThat(settling.outcome().seconds()).isEqualTo(6);
  }

  @Test
  void anEchoTierThatStillCompilesIsWaitedFor() throws Exception {
    SettlePhase settling = settling(12);
    echoJitNs = Optional.of(0L);
    start(settling);
    for (int i = 0; i < 8; i++) {
      echoJitNs = echoJitNs.map(before -> before + SECOND / 10);
      second(settling, 1_000);
    }
    assertThat(done).isEmpty();
    for (int i = 0; i < 2; i++) {
      second(settling, 1_000);
    }
    assertThat(done).containsExactly("read", "go settle");
  }

  @Test
  void whatComesAfterTheDecisionDoesNotChangeWhatDecided() throws Exception {
    SettlePhase settling = settling(12);
    start(settling);
    for (int i = 0; i < 4; i++) {
      second(settling, 1_000);
    }
    second(settling, 5_000);
    assertThat(settling.outcome().throughputChangePercent()).contains(0.0);
    assertThat(settling.slices()).hasSize(5);
  }

  @Test
  void aTierThatNeverSettlesIsReleasedInTimeBeforeTheCap() throws Exception {
    SettlePhase settling = settling(8);
    start(settling);
    for (int i = 0; i < 5; i++) {
      second(settling, 1_000L << i);
    }
    assertThat(done).isEmpty();
    second(settling, 1_000L << 6);
    assertThat(done).containsExactly("read", "go settle");
    assertThat(settling.steady()).isFalse();
  }

  @Test
  void aLoadTooShortToBeJudgedIsNotHeld() throws Exception {
    SettlePhase settling = settling(6);
    assertThat(settling.phase().text()).isEqualTo("settle=6s");
    start(settling);
    for (int i = 0; i < 6; i++) {
      second(settling, 1_000);
    }
    assertThat(done).isEmpty();
    assertThat(settling.outcome().steady()).isFalse();
  }

  @Test
  void aSecondThatIsHeardAfterTheEndReleasesNothing() throws Exception {
    SettlePhase settling = settling(12);
    start(settling);
    for (int i = 0; i < 3; i++) {
      second(settling, 1_000);
    }
    settling.on(LoadEvent.phaseEnd(0, "settle"), done::add);
    second(settling, 1_000);
    assertThat(done).isEmpty();
  }

  @Test
  void cpuIsScaledToTheSecondWhenTheReadingIsLate() throws Exception {
    SettlePhase settling = settling(12);
    start(settling);
    now += SECOND / 4;
    cpuNs += 25_000_000;
    second(settling, 1_000);
    assertThat(settling.slices().getFirst().cpuUsPerRequest()).contains(100.0);
  }
}
