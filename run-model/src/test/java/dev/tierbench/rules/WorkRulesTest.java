package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.descriptor.SuiteDescriptor.Waits;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.Work.Outcome;
import dev.tierbench.run.record.WorkOperationsBuilder;
import dev.tierbench.run.record.WorkWindowBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkRulesTest {

  private static Checks checks(Work work) {
    return Rules.check(Cells.measured(work), Limits.DEFAULT);
  }

  private static Optional<Check> find(String name, Work work) {
    return checks(work).named(name);
  }

  private static Check check(String name, Work work) {
    return find(name, work).orElseThrow();
  }

  private static Work done(Consumer<WorkOperationsBuilder> change) {
    return Cells.work().with(next -> next.operations(Optional.of(Cells.operations(change))));
  }

  private static Work window(Consumer<WorkWindowBuilder> change) {
    return Cells.work().with(next -> next.window(Optional.of(Cells.window(change))));
  }

  @Test
  void aLateBoundaryIsNoFailureWhereTheWorkerWaits() {
    assertThat(check("boundaries", window(to -> to.boundaryLagNs(700 * Cells.MILLI))).verdict())
        .isEqualTo(Verdict.PASS);
    Check late = check("boundaries", window(to -> to.boundaryLagNs(1_000 * Cells.MILLI)));
    assertThat(late.verdict()).isEqualTo(Verdict.WARN);
    assertThat(late.limit()).contains(5.0);
    Check brief =
        check(
            "boundaries",
            window(to -> to.windowNs(150 * Cells.MILLI).boundaryLagNs(Cells.MILLI * 100)));
    assertThat(brief.value()).isEmpty();
    assertThat(brief.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aLimitOfItsOwnIsTheOneThatCounts() {
    Limits strict = new Limits("own", Map.of("boundaries", Limit.warn(1)));
    Work late = window(to -> to.boundaryLagNs(200 * Cells.MILLI));
    Check check = Rules.check(Cells.measured(late), strict).named("boundaries").orElseThrow();
    assertThat(check.verdict()).isEqualTo(Verdict.WARN);
    assertThat(check.limit()).contains(1.0);
  }

  @Test
  void otherProgramsAreNotJudgedByAFewTicks() {
    assertThat(check("host_busy", window(to -> to.windowNs(150 * Cells.MILLI))).value()).isEmpty();
  }

  @Test
  void aSoundCellPassesEveryRule() {
    Checks checks = checks(Cells.work());
    assertThat(checks.checks())
        .extracting(Check::name)
        .containsExactly(
            "outcome",
            "work",
            "printed",
            "bound",
            "pool",
            "warm_runs",
            "jit",
            "gc_share",
            "heap_room",
            "host_busy",
            "steal",
            "boundaries");
    assertThat(checks.checks()).extracting(Check::verdict).containsOnly(PASS);
    assertThat(checks.verdict()).isEqualTo(PASS);
  }

  @ParameterizedTest
  @EnumSource(Outcome.class)
  void onlyACompletedCellPasses(Outcome outcome) {
    Verdict expected =
        switch (outcome) {
          case COMPLETED -> PASS;
          case PREDICTED, REFUSED -> WARN;
          case CRASHED, OUT_OF_MEMORY, REJECTED, TIMED_OUT, KILLED -> FAIL;
        };
    Work work = Cells.work().with(next -> next.outcome(outcome).reason(Optional.of("why")));
    assertThat(check("outcome", work).verdict()).isEqualTo(expected);
    assertThat(check("outcome", work).message()).isEqualTo(outcome.id() + ": why");
  }

  @ParameterizedTest
  @EnumSource(Outcome.class)
  void underALimitOfTheRunTheOutcomePassesThatWasPredicted(Outcome outcome) {
    Work.Prediction outOfThreads =
        new Work.Prediction(Optional.of(5.0), "", 10_000, 0, Optional.of(Outcome.OUT_OF_MEMORY));
    Verdict expected =
        switch (outcome) {
          case OUT_OF_MEMORY -> PASS;
          case PREDICTED, REFUSED -> WARN;
          case COMPLETED, CRASHED, REJECTED, TIMED_OUT, KILLED -> FAIL;
        };
    Work work =
        Cells.work()
            .with(next ->
                next.outcome(outcome)
                    .reason(Optional.of("threads: unable to create native thread"))
                    .prediction(outOfThreads));
    assertThat(check("outcome", work).verdict()).isEqualTo(expected);
  }

  @Test
  void aHeapThatIsFullIsNoLackOfThreads() {
    Work.Prediction outOfThreads =
        new Work.Prediction(Optional.of(5.0), "", 10_000, 0, Optional.of(Outcome.OUT_OF_MEMORY));
    Work work =
        Cells.work()
            .with(next ->
                next.outcome(Outcome.OUT_OF_MEMORY)
                    .reason(Optional.of("heap: Java heap space"))
                    .prediction(outOfThreads));
    assertThat(check("outcome", work).verdict()).isEqualTo(FAIL);
    assertThat(check("outcome", work).message())
        .isEqualTo(
            "out-of-memory: heap: Java heap space, where out-of-memory by its threads was predicted");
  }

  @Test
  void ofACellWithoutMeasuredRunsOnlyTheOutcomeIsJudged() {
    Work work =
        Cells.work()
            .with(next -> next.outcome(Outcome.PREDICTED).runs(List.of()).window(Optional.empty()));
    assertThat(checks(work).checks()).extracting(Check::name).containsExactly("outcome");
    assertThat(checks(work).verdict()).isEqualTo(WARN);
  }

  @ParameterizedTest
  @EnumSource(value = Outcome.class, names = "COMPLETED", mode = EnumSource.Mode.EXCLUDE)
  void whatARunThatBrokeOffLeftIsNotJudged(Outcome outcome) {
    Work work = Cells.of(85).with(next -> next.outcome(outcome));
    assertThat(checks(work).checks()).extracting(Check::name).containsExactly("outcome");
  }

  @Test
  void aChecksumOtherThanThatOfTheClosedFormFails() {
    Check check = check("work", done(to -> to.wrong(1).checksum(44)));
    assertThat(check.verdict()).isEqualTo(FAIL);
    assertThat(check.value()).contains(1.0);
    assertThat(check.message()).contains("1 of 3 passes with another checksum than 45", "had 44");
  }

  @Test
  void tasksThatWereLostFailedOrRejectedFail() {
    assertThat(check("work", done(to -> to.completed(29))).verdict()).isEqualTo(FAIL);
    assertThat(check("work", done(to -> to.completed(29).failed(1))).verdict()).isEqualTo(FAIL);
    assertThat(check("work", done(to -> to.completed(29).rejected(1))).verdict()).isEqualTo(FAIL);
    assertThat(check("work", done(to -> to.completed(31))).verdict()).isEqualTo(FAIL);
  }

  @Test
  void oneBytePrintedFails() {
    assertThat(check("printed", done(to -> to.printedBytes(1))).verdict()).isEqualTo(FAIL);
  }

  @ParameterizedTest
  @CsvSource({
    "4900, FAIL, faster than its bound",
    "4949, FAIL, faster than its bound",
    "4951, PASS, the bound explains it",
    "5500, PASS, the bound explains it",
    "6000, PASS, 100000.0 µs per operation more"
  })
  void aRunIsHeldAgainstItsBound(long millis, Verdict verdict, String meaning) {
    Check check = check("bound", Cells.of(millis, millis, millis));
    assertThat(check.verdict()).isEqualTo(verdict);
    assertThat(check.value()).contains(millis / 50.0);
    assertThat(check.message()).contains("ceil(10 / 2 threads) x 1 s", meaning);
  }

  @Test
  void workWithoutWaitsHasNoBound() {
    assertThat(find("bound", Cells.jmh(1.0, 1.0, 1.0))).isEmpty();
  }

  @Test
  void aMeasuredRunThatWasTheFirstOfItsJvmWarns() {
    Work cold = Cells.work().with(next -> next.runs(List.of(Cells.run(PhaseName.MEASURE, 5_010))));
    assertThat(check("warm_runs", cold).verdict()).isEqualTo(WARN);
    assertThat(check("warm_runs", cold).message()).contains("cold");
    assertThat(check("warm_runs", Cells.jmh(1.0)).message()).isEqualTo("2 iterations before");
    assertThat(check("warm_runs", Cells.jmh(1.0)).verdict()).isEqualTo(PASS);
  }

  @Test
  void aWarmUpWithFewerItemsThanTheMeasuredRunWarns() {
    Work.Run half = Cells.run(PhaseName.WARM, 2_500).with(run -> run.operations(5));
    Work work =
        Cells.work().with(next -> next.runs(List.of(half, Cells.run(PhaseName.MEASURE, 5_010))));
    assertThat(check("warm_runs", work).verdict()).isEqualTo(WARN);
    assertThat(check("warm_runs", work).message()).isEqualTo("1 runs before, with 5 of 10 items");
  }

  @Test
  void aWarmUpOfJmhWhoseLastIterationsDifferWarns() {
    Check still = check("warm_runs", warmedUpFor(600, 500));
    assertThat(still.verdict()).isEqualTo(WARN);
    assertThat(still.message()).isEqualTo("2 iterations before, the last of them +20 % in speed");
    assertThat(check("warm_runs", warmedUpFor(500, 540)).verdict()).isEqualTo(PASS);
    assertThat(check("warm_runs", warmedUpFor(500)).verdict()).isEqualTo(WARN);
  }

  private static Work warmedUpFor(long... millis) {
    List<Work.Run> runs =
        Stream.concat(
                Arrays.stream(millis).mapToObj(wall -> Cells.run(PhaseName.WARM, wall)),
                Stream.of(Cells.run(PhaseName.MEASURE, 500)))
            .toList();
    return Cells.jmh(1.0).with(next -> next.runs(runs));
  }

  @Test
  void fewIterationsWarn() {
    assertThat(check("iterations", Cells.jmh(1.0, 1.0, 1.0, 1.0)).verdict()).isEqualTo(WARN);
    assertThat(check("iterations", Cells.jmh(1.0, 1.0, 1.0, 1.0, 1.0)).verdict()).isEqualTo(PASS);
    assertThat(find("iterations", Cells.work())).isEmpty();
  }

  @Test
  void runsThatNoWarmUpPrecededHaveNoTrend() {
    SuitePlan plan = Cells.plan();
    SuitePlan.Engines engines = plan.engines();
    SuitePlan cold =
        plan.withEngines(
            new SuitePlan.Engines(new SuitePlan.Once(0, 10), engines.jmh(), engines.trace()));
    MeasuredCell cell = Cells.measured(Cells.of(9_000, 6_000, 5_100, 5_010, 5_000));
    MeasuredCell ofCold = new MeasuredCell(cell.work(), cell.measurements(), cell.counted(), cold);
    assertThat(cell.throughputs()).isPresent();
    assertThat(ofCold.throughputs()).isEmpty();
  }

  @Test
  void ofFewerThanFiveRunsNoTrendIsTold() {
    assertThat(find("trend", Cells.of(5_010, 5_400, 5_800, 6_200))).isEmpty();
    assertThat(check("trend", Cells.of(5_010, 5_400, 5_800, 6_200, 6_600)).verdict())
        .isEqualTo(FAIL);
    assertThat(check("trend", Cells.jmh(100.0, 100.1, 100.0, 99.9, 100.0)).verdict())
        .isEqualTo(PASS);
  }

  @Test
  void collectionsAndTheJitWarnFromATenthOfTheWindowOn() {
    assertThat(check("gc_share", window(to -> to.gcMs(Optional.of(1_509L)))).verdict())
        .isEqualTo(PASS);
    assertThat(check("gc_share", window(to -> to.gcMs(Optional.of(1_510L)))).verdict())
        .isEqualTo(WARN);
    assertThat(check("jit", window(to -> to.jitCpuNs(Optional.of(1_510 * Cells.MILLI)))).verdict())
        .isEqualTo(WARN);
  }

  @Test
  void whatCouldNotBeMeasuredWarnsWithoutAValue() {
    Work work =
        window(to -> to.gcMs(Optional.empty()).jitCpuNs(Optional.empty()).cpuNs(Optional.empty()));
    assertThat(List.of("gc_share", "jit", "host_busy"))
        .allSatisfy(name -> {
          assertThat(check(name, work).verdict()).isEqualTo(WARN);
          assertThat(check(name, work).value()).isEmpty();
        });
  }

  @Test
  void aHeapThatIsNearlyFullAfterACollectionWarns() {
    assertThat(check("heap_room", holding(819)).verdict()).isEqualTo(PASS);
    assertThat(check("heap_room", holding(820)).verdict()).isEqualTo(WARN);
  }

  private static Work holding(long mebibytes) {
    Work.Run run =
        Cells.run(PhaseName.MEASURE, 5_010)
            .with(next -> next.heapAfterGcBytes(Optional.of(mebibytes * Cells.MEBI)));
    return Cells.work().with(next -> next.runs(List.of(run)));
  }

  @Test
  void otherProcessesOnTheHostWarn() {
    Tiers.Host busy = Cells.host(300 * Cells.MILLI + Cells.WINDOW_NS / 5);
    Work disturbed = window(to -> to.host(busy));
    assertThat(check("host_busy", disturbed).verdict()).isEqualTo(WARN);
    assertThat(check("host_busy", disturbed).value()).contains(10.0);
    Work calling =
        disturbed.with(next -> next.waits(Optional.of(Waits.CALL)).echoSeconds(Optional.of(0.05)));
    assertThat(find("host_busy", calling)).as("the echo tier uses CPU too").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2, PASS", "4, WARN", ", WARN"})
  void aPoolHasTheThreadsOfItsDescription(Integer threads, Verdict verdict) {
    Work work = Cells.work().with(next -> next.threads(Optional.ofNullable(threads)));
    assertThat(check("pool", work).verdict()).isEqualTo(verdict);
    assertThat(check("pool", work).limit()).contains(2.0);
  }
}
