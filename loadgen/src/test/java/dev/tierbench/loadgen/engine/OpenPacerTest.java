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
import dev.tierbench.loadgen.result.PhaseTotals;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LoadResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenPacerTest {

  private static final long START = 77_000_000_000L;

  @Test
  void whoStillWaitsAtTheEndCountsInTheScheduleLagAndInUnsentOfItsPhaseOnly() {
    LoadPlan plan =
        Plans.of("http://h", "-R", "2", "-c", "1", "--phases", "settle=1500ms,measure=2s");
    PhaseBoundaries boundaries = new PhaseBoundaries(START, plan.phases());
    Collector slices = new Collector(plan, boundaries, List.of());
    Arrivals arrivals = Arrivals.of((Load.Open) plan.load(), 0, 0, 1, plan.seed());
    OpenPacer pacer = new OpenPacer(arrivals, (nanos, task) -> {}, () -> START);
    Ledger ledger =
        new Ledger(0, boundaries, Optional.of(pacer), new LastEnd(1, START), slices::take);
    pacer.bind(ledger);
    pacer.begin(START);
    ledger.at(boundaries.end(1));
    slices.collect();
    LoadResult.Phase phase =
        slices.totals().get(1).toRecord(Instant.EPOCH, new GeneratorUsage.Use(0, 0));
    assertThat(pacer.waiting()).as("all that wait").isEqualTo(7);
    assertThat(phase.unsent().orElseThrow()).as("those due in the phase").isEqualTo(4);
    assertThat(phase.maxScheduleLagUs()).contains(3_500_000.0);
    assertThat(phase.rateRatio()).contains(0.0);
  }

  @Test
  void theScheduleGoesOnAtThePaceOfEachPhase() {
    LoadPlan plan =
        Plans.of("http://h", "-R", "10", "-c", "1", "--phases", "a=1s,b=2s*4,pause=idle:1s,c=1s");
    PhaseBoundaries boundaries = new PhaseBoundaries(START, plan.phases());
    Collector slices = new Collector(plan, boundaries, List.of());
    List<Long> timers = new ArrayList<>();
    OpenPacer pacer =
        new OpenPacer(
            Arrivals.of((Load.Open) plan.load(), 0, 0, 1, plan.seed()),
            (nanos, task) -> timers.add(nanos - START),
            () -> START);
    Ledger ledger =
        new Ledger(0, boundaries, Optional.of(pacer), new LastEnd(1, START), slices::take);
    pacer.bind(ledger);
    pacer.begin(START);
    assertThat(timers).as("the second arrival").containsExactly(100_000_000L);
    ledger.at(boundaries.end(0));
    assertThat(pacer.waiting()).isEqualTo(10);
    pacer.dueUntil(boundaries.end(1));
    assertThat(pacer.waiting()).as("ten, and two seconds of forty").isEqualTo(90);
    ledger.at(boundaries.end(1));
    assertThat(pacer.waiting()).as("nothing waits in a phase without load").isZero();
    ledger.at(boundaries.end(2));
    assertThat(pacer.waiting()).as("nothing is due in it").isZero();
    ledger.at(boundaries.end(3));
    assertThat(pacer.waiting()).isEqualTo(10);
  }

  /** One connection, which nobody makes: all arrivals of both windows stay unsent. */
  @Test
  void whatWindowsLeaveUnsentIsAddedUp() {
    LoadPlan plan =
        Plans.of("http://h", "-R", "10", "-c", "1", "--phases", "warm=1s,m=1s,pause=idle:1s,m=1s");
    PhaseBoundaries boundaries = new PhaseBoundaries(START, plan.phases());
    Collector slices = new Collector(plan, boundaries, List.of());
    OpenPacer pacer =
        new OpenPacer(
            Arrivals.of((Load.Open) plan.load(), 0, 0, 1, plan.seed()),
            (nanos, task) -> {},
            () -> START);
    Ledger ledger =
        new Ledger(0, boundaries, Optional.of(pacer), new LastEnd(1, START), slices::take);
    pacer.bind(ledger);
    pacer.begin(START);
    ledger.at(boundaries.end(3));
    slices.collect();
    PhaseTotals both = PhaseTotals.of(List.of(slices.totals().get(1), slices.totals().get(3)));
    assertThat(both.toRecord(Instant.EPOCH, new GeneratorUsage.Use(0, 0)).unsent()).contains(20L);
  }
}
