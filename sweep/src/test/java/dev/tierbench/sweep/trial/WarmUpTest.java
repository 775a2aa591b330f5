package dev.tierbench.sweep.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.Plan.WarmupPlan;
import dev.tierbench.run.Warmup.Burst;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private static final WarmupPlan PLAN = new WarmupPlan(200, 5, 2, 30);

  /** Time that passes only when someone uses it. */
  private static final class FakeTime implements WarmUp.Time {
    private double now = 1_000;
    private final List<Double> pauses = new ArrayList<>();

    @Override
    public double seconds() {
      return now;
    }

    @Override
    public void sleep(double seconds) {
      now += seconds;
      pauses.add(seconds);
    }
  }

  private final FakeTime time = new FakeTime();

  /** A server that plays the bursts; its compilers use what is left for each reading. */
  private final class FakeServer implements WarmUp.Server {
    private final Queue<Burst> bursts;
    private final Queue<Long> jitReadings;

    FakeServer(List<Burst> bursts, List<Long> jitReadings) {
      this.bursts = new ArrayDeque<>(bursts);
      this.jitReadings = new ArrayDeque<>(jitReadings);
    }

    @Override
    public Burst burst(double seconds) {
      time.now += seconds;
      return bursts.remove();
    }

    @Override
    public Optional<Long> jitNs() {
      return Optional.ofNullable(jitReadings.poll());
    }
  }

  private WarmUp.Outcome run(WarmupPlan plan, Burst... bursts) throws Exception {
    return new WarmUp(plan, time).run(new FakeServer(List.of(bursts), List.of()));
  }

  private static Burst burst(double rps, double jitShare) {
    return new Burst(5, rps, 0, Optional.of(jitShare));
  }

  @Test
  void itEndsWhenTwoBurstsAreAlikeAndTheJitIsIdle() throws Exception {
    WarmUp.Outcome outcome = run(PLAN, burst(1_000, 0.5), burst(3_000, 0.01), burst(3_080, 0.01));
    assertThat(outcome.settled()).isTrue();
    assertThat(outcome.bursts()).hasSize(3);
    assertThat(time.pauses).containsExactly(2.0, 2.0);
    assertThat(outcome.words()).contains("3 bursts").contains("+2.7 %");
  }

  @Test
  void aPauseLastsUntilTheCompilersHaveCaughtUp() throws Exception {
    List<Burst> bursts = List.of(burst(3_000, 0.5), burst(3_000, 0.01));
    List<Long> readings = List.of(0L, 1_900_000_000L, 1_900_000_000L, 2_000_000_000L);
    WarmUp.Outcome outcome = new WarmUp(PLAN, time).run(new FakeServer(bursts, readings));
    assertThat(outcome.settled()).isTrue();
    assertThat(time.pauses).containsExactly(2.0, 2.0);
  }

  @Test
  void aPauseEndsEvenWhenTheCompilersNeverRest() throws Exception {
    List<Long> readings = new ArrayList<>();
    for (long i = 0; i < 20; i++) {
      readings.add(i * 1_000_000_000L);
    }
    WarmUp.Outcome outcome =
        new WarmUp(PLAN, time)
            .run(new FakeServer(List.of(burst(3_000, 0.5), burst(3_000, 0.5)), readings));
    assertThat(outcome.settled()).isFalse();
    assertThat(time.pauses).hasSize(2 * WarmUp.MOST_PAUSES);
  }

  @Test
  void aBusyJitKeepsItGoingToItsCap() throws Exception {
    Burst busy = burst(3_000, 0.02);
    WarmUp.Outcome outcome = run(PLAN, busy, busy, busy, busy);
    assertThat(outcome.settled()).isFalse();
    assertThat(outcome.bursts()).hasSize(4);
    assertThat(outcome.words()).contains("cap of 30 s");
  }

  @Test
  void aJitThatCannotBeSeenIsNotIdle() throws Exception {
    Burst unseen = new Burst(5, 3_000, 0, Optional.empty());
    assertThat(run(PLAN, unseen, unseen, unseen, unseen))
        .satisfies(outcome -> assertThat(outcome.settled()).isFalse())
        .satisfies(outcome -> assertThat(outcome.words()).contains("JIT not measured"));
  }

  @Test
  void aCapOfZeroIsNoWarmupAtAll() throws Exception {
    assertThat(run(new WarmupPlan(200, 5, 2, 0)))
        .satisfies(outcome -> assertThat(outcome.settled()).isFalse())
        .satisfies(outcome -> assertThat(outcome.bursts()).isEmpty());
  }

  @Test
  void aFaultInABurstEndsTheWarmup() {
    WarmUp warmUp = new WarmUp(PLAN, time);
    WarmUp.Server gone =
        new WarmUp.Server() {
          @Override
          public Burst burst(double seconds) throws StepFault {
            throw new StepFault("server is gone");
          }

          @Override
          public Optional<Long> jitNs() {
            return Optional.empty();
          }
        };
    assertThatThrownBy(() -> warmUp.run(gone))
        .isInstanceOf(StepFault.class)
        .hasMessage("server is gone");
  }
}
