package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.Bounds.Bound;
import dev.tierbench.metrics.Bounds.Call;
import dev.tierbench.rules.Cells;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.descriptor.SuiteDescriptor.Waits;
import dev.tierbench.run.record.Work;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bounds of the studies, worked out by hand: on two cores, and by the size of the pool. */
class BoundsTest {

  private static final Call NO_CALL = new Call(0, 0, 1);

  private static Bound bound(Waits waits, int items, int threads) {
    return Bounds.of(waits, items, Optional.of(threads), NO_CALL);
  }

  @ParameterizedTest
  @CsvSource({
    // Schedulers.parallel() has as many threads as cores, boundedElastic ten times as many.
    "2, 10, 5",
    "2, 100, 50",
    "2, 1000, 500",
    "2, 10000, 5000",
    "2, 100000, 50000",
    "2, 1000000, 500000",
    "20, 10, 1",
    "20, 100, 5",
    "20, 1000, 50",
    "20, 10000, 500",
    "20, 100000, 5000",
    "20, 1000000, 50000",
    // Dispatchers.IO
    "64, 10, 1",
    "64, 100, 2",
    "64, 1000, 16",
    "64, 10000, 157",
    "64, 100000, 1563",
    "64, 1000000, 15625",
    // The study's own machine had eight cores.
    "80, 1000, 13",
    "8, 10000, 1250"
  })
  void sleepsOfOneSecondTakeASecondForEachRound(int threads, int items, double seconds) {
    assertThat(bound(Waits.SECOND, items, threads).seconds()).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({"10", "1000", "1000000"})
  void withoutALimitEverySleepRunsAtOnce(int items) {
    assertThat(Bounds.of(Waits.SECOND, items, Optional.empty(), NO_CALL).seconds()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "STORAGE, 1, 99.5",
    "STORAGE, 2, 50.0",
    "STORAGE, 8, 13.13",
    "STORAGE, 64, 2.34",
    "STORAGE, 100, 1.49",
    "NETWORK, 1, 4950",
    "NETWORK, 2, 2500",
    "NETWORK, 8, 663",
    "NETWORK, 64, 134",
    "NETWORK, 100, 99",
    "MIXED, 1, 977",
    "MIXED, 2, 512",
    "MIXED, 8, 168",
    "MIXED, 64, 95",
    "MIXED, 100, 95"
  })
  void aHundredUnequalWaitsAreScheduledInTheirOrder(Waits waits, int threads, double millis) {
    assertThat(bound(waits, 100, threads).seconds() * 1e3)
        .isCloseTo(millis, within(millis < 100 ? 0.051 : 1));
  }

  @Test
  void withoutALimitTheLongestWaitIsTheBound() {
    assertThat(Bounds.of(Waits.NETWORK, 100, Optional.empty(), NO_CALL))
        .isEqualTo(new Bound(0.099, "the longest of the network waits of 100 items"));
  }

  @Test
  void parksOfAMillisecondOnOneThreadAddUp() {
    assertThat(bound(Waits.MILLISECOND, 100, 1).seconds()).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void callsAreBoundByTheirCapOrByTheOneWriterOfTheDatabase() {
    Call call = new Call(0.05, 0.00001, 1);
    assertThat(Bounds.of(Waits.CALL, 20_000, Optional.of(5), call).seconds())
        .isCloseTo(200, within(1e-6));
    assertThat(Bounds.of(Waits.CALL, 20_000, Optional.empty(), call))
        .satisfies(bound -> assertThat(bound.seconds()).isCloseTo(0.4, within(1e-9)))
        .satisfies(bound -> assertThat(bound.formula()).contains("2 x 20000 x 10 µs"));
    assertThat(Bounds.of(Waits.SERIAL_CALL, 10, Optional.of(5), call).seconds())
        .isCloseTo(0.5, within(1e-9));
  }

  @Test
  void theConnectionsOfADatabaseWriteAtOnce() {
    Call call = new Call(0.05, 0.0002, 20);
    assertThat(Bounds.of(Waits.CALL, 20_000, Optional.empty(), call))
        .satisfies(bound -> assertThat(bound.seconds()).isCloseTo(0.4, within(1e-9)))
        .satisfies(bound ->
            assertThat(bound.formula())
                .isEqualTo("2 x 20000 x 200 µs / 20 connections of the database"));
    assertThat(Bounds.of(Waits.CALL, 100, Optional.empty(), call).seconds())
        .as("the call takes longer")
        .isCloseTo(0.05, within(1e-9));
  }

  @Test
  void theBoundOfACellHasTheShortestTimeAndTheConnectionsOfItsDatabase() {
    Work tasks =
        Cells.of(100, 110)
            .with(
                next -> next.size(1_000).waits(Optional.of(Waits.CALL)).threads(Optional.empty()));
    Work written =
        tasks.with(next ->
            next.runs(
                    tasks.runs().stream()
                        .map(run -> run.with(one -> one.writerNsPerOp(Optional.of(2_000_000L))))
                        .toList())
                .writers(Optional.of(20)));
    assertThat(Bounds.of(written).orElseThrow().seconds()).isCloseTo(0.2, within(1e-9));
    assertThat(
            Bounds.of(written.with(next -> next.writers(Optional.empty()))).orElseThrow().seconds())
        .as("a record from before a database had more than one")
        .isCloseTo(4, within(1e-9));
  }

  @Test
  void aFormulaNamesItsNumbers() {
    assertThat(bound(Waits.SECOND, 100, 20).formula()).isEqualTo("ceil(100 / 20 threads) x 1 s");
    assertThat(Bounds.of(Waits.SECOND, 100, Optional.empty(), NO_CALL).formula())
        .isEqualTo("1 s, every item at once");
    assertThat(bound(Waits.MILLISECOND, 100, 20).formula())
        .isEqualTo("ceil(100 / 20 threads) x 1 ms");
  }

  @Test
  void theBoundOfACellHoldsForTheThreadsThatItReallyHad() {
    assertThat(Bounds.of(Cells.work()).orElseThrow().seconds()).isEqualTo(5);
    Work withMore = Cells.work().with(next -> next.threads(Optional.of(10)));
    assertThat(Bounds.of(withMore).orElseThrow().seconds()).isEqualTo(1);
    assertThat(Bounds.of(Cells.work().with(next -> next.waits(Optional.empty())))).isEmpty();
  }

  @Test
  void theQuickestTimeOfTheWriterIsTheBound() {
    Work work =
        Cells.work()
            .with(next ->
                next.waits(Optional.of(Waits.CALL))
                    .threads(Optional.empty())
                    .echoSeconds(Optional.of(0.05))
                    .runs(List.of(writing(20_000_000), writing(10_000_000))));
    assertThat(Bounds.of(work).orElseThrow().seconds()).isCloseTo(0.2, within(1e-9));
  }

  private static Work.Run writing(long nanosPerOperation) {
    return Cells.run(PhaseName.MEASURE, 500)
        .with(next -> next.writerNsPerOp(Optional.of(nanosPerOperation)));
  }
}
