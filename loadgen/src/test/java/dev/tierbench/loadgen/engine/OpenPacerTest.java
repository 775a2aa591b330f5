package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.arrival.Arrivals;
import dev.tierbench.loadgen.cli.Plans;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.result.Collector;
import dev.tierbench.loadgen.result.GeneratorUsage;
import dev.tierbench.loadgen.result.LastEnd;
import dev.tierbench.loadgen.result.Ledger;
import dev.tierbench.loadgen.result.PhaseBoundaries;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LoadResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenPacerTest {

  private static final long START = 77_000_000_000L;

  private final List<Long> timers = new ArrayList<>();

  /** A load without a loop, whose clock stands still at its start. */
  private record Paced(
      OpenPacer pacer, Ledger ledger, PhaseBoundaries boundaries, Collector slices) {}

  private Paced begun(String rate, String phases) {
    LoadPlan plan = Plans.of("http://h", "-R", rate, "-c", "1", "--phases", phases);
    PhaseBoundaries boundaries = new PhaseBoundaries(START, plan.phases());
    Collector slices = new Collector(plan, boundaries, List.of());
    OpenPacer pacer =
        new OpenPacer(
            Arrivals.of((Load.Open) plan.load(), 0, 0, plan.slots(0), plan.seed()),
            (nanos, task) -> timers.add(nanos - START),
            () -> START);
    Ledger ledger =
        new Ledger(0, boundaries, Optional.of(pacer), new LastEnd(1, START), slices::take);
    pacer.bind(ledger);
    pacer.begin(START);
    return new Paced(pacer, ledger, boundaries, slices);
  }

  @Test
  void whoStillWaitsAtTheEndCountsInTheScheduleLagAndInUnsentOfItsPhaseOnly() {
    Paced load = begun("2", "settle=1500ms,measure=2s");
    load.ledger().at(load.boundaries().end(1));
    load.slices().collect();
    LoadResult.Phase phase =
        load.slices()
            .totals()
            .get(1)
            .toRecord(Instant.EPOCH, new GeneratorUsage.Use(0, 0), List.of());
    assertThat(load.pacer().waiting()).as("all that wait").isEqualTo(7);
    assertThat(phase.unsent().orElseThrow()).as("those due in the phase").isEqualTo(4);
    assertThat(phase.maxScheduleLagUs()).contains(3_500_000.0);
    assertThat(phase.rateRatio()).contains(0.0);
  }

  @Test
  void theScheduleGoesOnAtThePaceOfEachPhase() {
    Paced load = begun("10", "a=1s,b=2s*4,pause=idle:1s,c=1s");
    assertThat(timers).as("the second arrival").containsExactly(100_000_000L);
    load.ledger().at(load.boundaries().end(0));
    assertThat(load.pacer().waiting()).isEqualTo(10);
    load.pacer().dueUntil(load.boundaries().end(1));
    assertThat(load.pacer().waiting()).as("ten, and two seconds of forty").isEqualTo(90);
    load.ledger().at(load.boundaries().end(1));
    assertThat(load.pacer().waiting()).as("nothing waits in a phase without load").isZero();
    load.ledger().at(load.boundaries().end(2));
    assertThat(load.pacer().waiting()).as("nothing is due in it").isZero();
    load.ledger().at(load.boundaries().end(3));
    assertThat(load.pacer().waiting()).isEqualTo(10);
  }
}
