package dev.tierbench.loadgen.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.loadgen.plan.PhasePlan;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long START = 77 * SECOND;
  private static final long MILLI = 1_000_000L;
  private static final long TICK = 5 * MILLI;

  private final List<PhasePlan> phases =
      List.of(
          new PhasePlan("settle", Duration.ofMillis(1_500)),
          new PhasePlan("measure", Duration.ofSeconds(2)));
  private final PhaseBoundaries boundaries = new PhaseBoundaries(START, phases);
  private final long end = boundaries.end(1);
  private final LastEnd lastEnd = new LastEnd(2, START);
  private final List<Slice> slices = new ArrayList<>();
  private final Ledger ledger = new Ledger(0, boundaries, Optional.empty(), lastEnd, slices::add);

  @Test
  void slicesAreSecondsCutShortByThePhase() {
    ledger.at(end);
    assertThat(slices)
        .extracting(slice -> slice.phase, slice -> slice.startNanos, slice -> slice.endNanos)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, START, START + SECOND),
            org.assertj.core.groups.Tuple.tuple(0, START + SECOND, START + 3 * SECOND / 2),
            org.assertj.core.groups.Tuple.tuple(1, START + 3 * SECOND / 2, START + 5 * SECOND / 2),
            org.assertj.core.groups.Tuple.tuple(1, START + 5 * SECOND / 2, START + 7 * SECOND / 2));
    assertThat(ledger.finished()).isTrue();
  }

  @Test
  void aFailureCountsUntilTheEndAndIsToldApartFromOneAfterIt() {
    assertThat(ledger.finished()).isFalse();
    assertThat(ledger.sent(START)).isTrue();
    assertThat(ledger.failed(START + MILLI, START, FailureKind.TIMEOUT)).isTrue();
    assertThat(ledger.failedToConnect(START + MILLI)).isTrue();
    ledger.stop(START + SECOND / 2);
    assertThat(ledger.finished()).isTrue();
    assertThat(slices).hasSize(1);
    assertThat(slices.getFirst().endNanos).isEqualTo(START + SECOND / 2);
    assertThat(slices.getFirst().failed)
        .containsEntry(FailureKind.TIMEOUT, 1L)
        .containsEntry(FailureKind.CONNECT, 1L);
    assertThat(ledger.failedToConnect(START + SECOND)).isFalse();
    assertThat(ledger.sent(START + SECOND)).isFalse();
  }

  @Test
  void aStatusOf504IsCountedAmongTheFailedOnes() {
    ledger.sent(START);
    ledger.sent(START);
    ledger.failed(START + MILLI, START, FailureKind.STATUS);
    ledger.failed(START + MILLI, START, FailureKind.STATUS);
    ledger.gatewayTimeout();
    ledger.at(end);
    ledger.gatewayTimeout();
    assertThat(record(0).failed()).isEqualTo(new LoadResult.Failed(2, 0, 0, 0, 0, 1));
    assertThat(record(1).failed()).isEqualTo(new LoadResult.Failed(0, 0, 0, 0, 0));
  }

  @Test
  void aStopClosesTheSlicesThatEndedBeforeIt() {
    ledger.stop(START + 2 * SECOND);
    assertThat(slices)
        .extracting(slice -> slice.endNanos)
        .containsExactly(START + SECOND, START + 3 * SECOND / 2, START + 2 * SECOND);
  }

  @Test
  void aLateTickStandsForThoseThatItMissed() {
    long due = ledger.tick(START, TICK);
    assertThat(due).isEqualTo(START + TICK);
    assertThat(ledger.tick(due + 3 * TICK, TICK)).isEqualTo(due + 3 * TICK);
  }

  @Test
  void aReleasedPhaseEndsAsSoonAsAllLoopsHaveNoticeAndTheNextOnesKeepTheirLength() {
    PhaseBoundaries held =
        new PhaseBoundaries(
            START,
            List.of(
                new PhasePlan("attach", Duration.ofSeconds(30), true),
                new PhasePlan("trace", Duration.ofSeconds(2))));
    List<Slice> cut = new ArrayList<>();
    Ledger books = new Ledger(0, held, Optional.empty(), lastEnd, cut::add);
    books.at(START + 2 * SECOND + 1);
    held.release(0, START + 2 * SECOND + 300_000_000L);
    long released = START + 2 * SECOND + 600_000_000L;
    // The loop's next mark lay behind that: what it counts from then on is of the next phase.
    books.sent(released - 1);
    books.sent(released);
    books.at(START + 10 * SECOND);
    assertThat(held.end(0)).isEqualTo(released);
    assertThat(held.end(1)).isEqualTo(released + 2 * SECOND);
    assertThat(cut).extracting(slice -> slice.phase).containsExactly(0, 0, 0, 1, 1);
    assertThat(cut).extracting(slice -> slice.sent).containsExactly(0L, 0L, 1L, 1L, 0L);
    assertThat(books.finished()).isTrue();
  }

  @Test
  void aReleaseShortlyBeforeTheEndLeavesThePhaseAsItIs() {
    PhaseBoundaries held =
        new PhaseBoundaries(START, List.of(new PhasePlan("attach", Duration.ofSeconds(30), true)));
    held.release(0, START + 29 * SECOND + 900_000_000L);
    assertThat(held.end(0)).isEqualTo(START + 30 * SECOND);
    held.release(0, START + 2 * SECOND - 1_000_000L);
    assertThat(held.end(0)).isEqualTo(START + 2 * SECOND + 200_000_000L);
  }

  @Test
  void aPhaseThatEndsByItsRequestsEndsAtAFullSecond() {
    PhaseBoundaries counted =
        new PhaseBoundaries(
            START, List.of(new PhasePlan("measure", Duration.ofSeconds(30)).withRequests(10)));
    counted.release(0, START + 2 * SECOND - 1_000_000L);
    assertThat(counted.end(0)).isEqualTo(START + 3 * SECOND);
  }

  @Test
  void anEventOnTheBoundaryBelongsToTheNextPhase() {
    ledger.sent(START);
    ledger.ok(boundaries.end(0) - 1, START);
    ledger.sent(boundaries.end(0) - 1);
    ledger.ok(boundaries.end(0), START);
    ledger.at(end);
    assertThat(totals(0).ok).isEqualTo(1);
    assertThat(totals(1).ok).isEqualTo(1);
  }

  @Test
  void aRequestOverTheBoundaryIsCarriedAndCountsWhereItEnds() {
    ledger.sent(START + 5);
    ledger.ok(boundaries.start(1) + 7, START + 5);
    ledger.at(end);
    assertThat(record(0).inFlightAtEnd().orElseThrow()).isEqualTo(1);
    assertThat(record(0).started().orElseThrow()).isEqualTo(1);
    assertThat(record(1).carriedIn().orElseThrow()).isEqualTo(1);
    assertThat(record(1).started().orElseThrow()).isEqualTo(1);
    assertThat(record(1).ok()).isEqualTo(1);
    assertThat(record(1).inFlightAtEnd().orElseThrow()).isZero();
  }

  @Test
  void theIdentityHoldsForAnyHistory() {
    SplittableRandom random = new SplittableRandom(3);
    long inFlight = 0;
    for (long now = START; now < end; now += random.nextLong(SECOND / 200)) {
      int what = random.nextInt(5);
      if (what < 2 || inFlight == 0) {
        ledger.sent(now);
        inFlight++;
      } else if (what == 2) {
        ledger.failedToConnect(now);
      } else if (what == 3) {
        ledger.failed(now, START, FailureKind.TIMEOUT);
        inFlight--;
      } else {
        ledger.ok(now, START);
        inFlight--;
      }
    }
    ledger.at(end);
    // The record's own constructor refuses counts that do not add up.
    assertThat(
            record(0).started().orElseThrow()
                + record(1).started().orElseThrow()
                - record(1).carriedIn().orElseThrow())
        .isEqualTo(
            record(0).ok()
                + record(1).ok()
                + record(0).failed().total()
                + record(1).failed().total()
                + inFlight);
  }

  @Test
  void whatEndsAfterTheLastPhaseIsCountedNowhere() {
    ledger.sent(START);
    ledger.ok(end, START);
    assertThat(totals(0).ok + totals(1).ok).isZero();
    assertThat(record(1).inFlightAtEnd().orElseThrow()).isEqualTo(1);
  }

  @Test
  void theWaitOfThoseInFlightIsKnownAtBothBoundaries() {
    ledger.sent(START + SECOND / 2);
    ledger.sent(START + SECOND);
    ledger.failed(START + SECOND, START + SECOND / 2, FailureKind.TIMEOUT);
    ledger.sent(boundaries.start(1) + SECOND);
    ledger.at(end);
    // One of 0.5 s at the inner boundary; at the end that one 2.5 s and another 1 s.
    assertThat(record(0).inFlightAge().orElseThrow().atEndSeconds()).isEqualTo(0.5);
    assertThat(record(1).inFlightAge().orElseThrow().carriedInSeconds()).isEqualTo(0.5);
    assertThat(record(1).inFlightAge().orElseThrow().atEndSeconds()).isEqualTo(3.5);
  }

  @Test
  void stoppingEarlyKeepsWhatWasCountedAndTheRealLength() {
    ledger.sent(START);
    ledger.ok(START + 10, START);
    ledger.stop(START + SECOND / 2);
    assertThat(record(0).seconds()).isEqualTo(0.5);
    assertThat(record(0).throughputRps()).isEqualTo(2.0);
  }

  @Test
  void aLateSendCountsInResponseTimeButNotInServiceTime() {
    List<Slice> open = new ArrayList<>();
    Ledger books = new Ledger(0, boundaries, Optional.of(new Waiting(0)), lastEnd, open::add);
    books.due();
    books.sent(START + 400_000_000L, START, true);
    books.ok(START + 450_000_000L, START + 400_000_000L, START);
    books.at(START + SECOND);
    assertThat(open.getFirst().serviceNanos.getMaxValue() / 1_000_000).isEqualTo(50);
    assertThat(open.getFirst().responseNanos.getMaxValue() / 1_000_000).isEqualTo(450);
    assertThat(open.getFirst().sentOnTime).isZero();
    assertThat(open.getFirst().lateWithoutConnection).isEqualTo(1);
    assertThat(open.getFirst().lateWithConnection).isZero();
    assertThat(open.getFirst().maxScheduleLagNanos).isEqualTo(400_000_000L);
  }

  @Test
  void aSendIsOnTimeOrSaysWhyItIsLate() {
    List<Slice> open = new ArrayList<>();
    Ledger books = new Ledger(0, boundaries, Optional.of(new Waiting(0)), lastEnd, open::add);
    books.due();
    assertThat(books.sent(START + MILLI, START, true)).as("within a millisecond").isTrue();
    assertThat(books.sent(START + MILLI + 1, START, false)).isTrue();
    assertThat(books.sent(START + MILLI + 1, START, true)).isTrue();
    assertThat(books.inFlight()).isEqualTo(3);
    books.at(end);
    assertThat(open.getFirst())
        .returns(1L, slice -> slice.due)
        .returns(1L, slice -> slice.sentOnTime)
        .returns(1L, slice -> slice.lateWithConnection)
        .returns(1L, slice -> slice.lateWithoutConnection);
    assertThat(books.sent(end, end, false)).as("after the end").isFalse();
  }

  @Test
  void arrivalsThatStillWaitAtACutAreUnsentAndLateAlready() {
    Waiting three = new Waiting(3);
    List<Slice> open = new ArrayList<>();
    new Ledger(0, boundaries, Optional.of(three), lastEnd, open::add).at(START + SECOND);
    assertThat(three.dueUntil).isEqualTo(START + SECOND);
    assertThat(open.getFirst().unsentAtEnd).isEqualTo(3);
    assertThat(open.getFirst().maxScheduleLagNanos).isEqualTo(SECOND - MILLI);
  }

  @Test
  void arrivalsHearOfAPhaseOfAnotherPace() {
    PhaseBoundaries changing =
        new PhaseBoundaries(START, PhasePlan.parse("measure=2s,rest=idle:1s,overload=1s*1.5"));
    Waiting arrivals = new Waiting(0);
    Ledger books = new Ledger(0, changing, Optional.of(arrivals), lastEnd, slice -> {});
    books.at(START + SECOND);
    assertThat(books.pace()).isEqualTo(1);
    assertThat(arrivals.paces).isEmpty();
    books.at(START + 2 * SECOND);
    assertThat(books.pace()).isZero();
    assertThat(books.isIdle()).isTrue();
    books.at(START + 3 * SECOND);
    assertThat(books.pace()).isEqualTo(1.5);
    assertThat(books.isIdle()).isFalse();
    books.at(START + 4 * SECOND);
    assertThat(books.pace()).as("after the end").isZero();
    assertThat(arrivals.paces)
        .containsExactly(Map.entry(START + 2 * SECOND, 0.0), Map.entry(START + 3 * SECOND, 1.5));
  }

  @Test
  void theEndOfAnIdlePhaseIsCountedHoweverShortThePhaseIs() {
    PhaseBoundaries pausing =
        new PhaseBoundaries(
            START,
            PhasePlan.parse("pause=idle:1us,measure=1s,pause=idle:1ms,rest=idle:2s,measure=1s"));
    Ledger books = new Ledger(0, pausing, Optional.empty(), lastEnd, slice -> {});
    books.at(START);
    assertThat(books.isIdle()).isTrue();
    assertThat(books.idleEnds()).isZero();
    books.at(pausing.end(0));
    assertThat(books.idleEnds()).isEqualTo(1);
    books.at(pausing.start(3) + SECOND);
    assertThat(books.isIdle()).isTrue();
    assertThat(books.idleEnds()).as("one idle phase after another").isEqualTo(1);
    books.at(pausing.end(3));
    assertThat(books.idleEnds()).isEqualTo(2);
    books.at(pausing.end(4));
    assertThat(books.finished()).isTrue();
    assertThat(books.idleEnds()).isEqualTo(2);
  }

  @Test
  void whatHappensToConnectionsCountsUntilTheEnd() {
    ledger.received(3);
    ledger.received(4);
    for (long now : List.of(START, end)) {
      ledger.reconnected(now);
      ledger.renewed(now, new Renewal(2 * MILLI, MILLI, Optional.empty()));
      ledger.errorStatus();
    }
    assertThat(slices.getFirst())
        .returns(1L, slice -> slice.reconnects)
        .returns(1L, slice -> slice.errorStatuses)
        .returns(7L, slice -> slice.bytesReceived);
    assertThat(slices.getLast())
        .returns(0L, slice -> slice.reconnects)
        .returns(0L, slice -> slice.errorStatuses);
    assertThat(record(0).renewals().orElseThrow().count()).isEqualTo(1);
    assertThat(record(1).renewals()).isEmpty();
  }

  @Test
  void nothingBecomesDueOrIsSentAfterTheEnd() {
    ledger.at(end);
    assertThatThrownBy(ledger::due).isInstanceOf(IllegalStateException.class);
    assertThat(ledger.sent(end)).isFalse();
    assertThat(ledger.failed(end, START, FailureKind.RESET)).isFalse();
    assertThat(ledger.failedToConnect(end)).isFalse();
  }

  @Test
  void aConnectThatFailedIsNoSend() {
    ledger.sent(START);
    ledger.failedToConnect(START + 1);
    ledger.at(end);
    assertThat(record(0).started().orElseThrow()).isEqualTo(2);
    assertThat(record(0).failed().connect().orElseThrow()).isEqualTo(1);
    assertThat(slices.getFirst().sent).isEqualTo(1);
  }

  @Test
  void aLateTickStandsForThoseThatItMadeTheLoopMiss() {
    ledger.tick(START + 50 * MILLI, TICK);
    ledger.at(end);
    assertThat(slices.getFirst().loopLagNanos.getTotalCount()).isEqualTo(10);
  }

  @Test
  void aLoopThatStoodStillTellsForHowLongAndSinceWhen() {
    ledger.tick(START, TICK);
    ledger.sent(START + MILLI);
    ledger.ok(START + 900 * MILLI, START + MILLI);
    ledger.tick(START + 900 * MILLI, TICK);
    ledger.tick(START + 905 * MILLI, TICK);
    ledger.at(boundaries.end(0));
    assertThat(record(0).generator().orElseThrow().pause()).contains(new Pause(0.895, 0.005));
    assertThat(record(0).silence()).contains(new Pause(0.9, 0));
  }

  @Test
  void standingStillOverABoundaryCountsOnEitherSide() {
    for (long now = START; now - START <= SECOND; now += TICK) {
      ledger.tick(now, TICK);
    }
    ledger.sent(START + 2 * SECOND);
    ledger.tick(START + 2 * SECOND, TICK);
    ledger.at(boundaries.start(1) + SECOND);
    assertThat(record(0).generator().orElseThrow().pause()).contains(new Pause(0.495, 1.005));
    assertThat(record(1).generator().orElseThrow().pause()).contains(new Pause(0.5, 0));
  }

  @Test
  void theLongestSilenceIsOfAllLoops() {
    ledger.sent(START);
    ledger.ok(START + 100 * MILLI, START);
    lastEnd.at(1, START + 300 * MILLI);
    for (long now = START; now - START <= 800 * MILLI; now += TICK) {
      ledger.tick(Math.max(now, START + 300 * MILLI), TICK);
    }
    lastEnd.at(1, START + 800 * MILLI);
    ledger.tick(START + 805 * MILLI, TICK);
    ledger.at(START + SECOND);
    assertThat(record(0).silence()).contains(new Pause(0.5, 0.3));
  }

  @Test
  void aTimeBeyondTheHistogramIsItsLargest() {
    ledger.sent(START);
    ledger.ok(START + 10, START - 2 * 3_600 * SECOND);
    ledger.at(end);
    assertThat(totals(0).ok).isEqualTo(1);
  }

  /** Arrivals of which some wait, the oldest of them for all but a millisecond of the run. */
  private static final class Waiting implements Ledger.Backlog {

    private final long waiting;
    private final List<Map.Entry<Long, Double>> paces = new ArrayList<>();
    private long dueUntil;

    private Waiting(long waiting) {
      this.waiting = waiting;
    }

    @Override
    public void pace(double times, long nanos) {
      paces.add(Map.entry(nanos, times));
    }

    @Override
    public void dueUntil(long nanos) {
      dueUntil = nanos;
    }

    @Override
    public long waiting() {
      return waiting;
    }

    @Override
    public long oldestNanos() {
      if (waiting == 0) {
        throw new IllegalStateException("nothing waits");
      }
      return START + MILLI;
    }
  }

  private PhaseTotals totals(int phase) {
    PhaseTotals totals = new PhaseTotals(phases.get(phase).name(), false, 1, Optional.empty());
    slices.stream().filter(slice -> slice.phase == phase).forEach(totals::addSlice);
    return totals;
  }

  private LoadResult.Phase record(int phase) {
    return totals(phase).toRecord(Instant.EPOCH, new GeneratorUsage.Use(0, 0), List.of());
  }
}
