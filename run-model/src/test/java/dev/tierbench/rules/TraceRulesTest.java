package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TraceRulesTest {

  private static Check check(String name, Observation observed, LoadResult.Phase... traced) {
    MeasuredStep step =
        Steps.step(
            Steps.load(
                Stream.concat(Stream.of(Steps.phase()), Stream.of(traced))
                    .toArray(LoadResult.Phase[]::new)),
            Steps.tiersOf(Steps.tiers()),
            Optional.of(Steps.warmup(true)),
            Optional.of(observed),
            Steps.PINNED);
    return Rules.check(step, Limits.DEFAULT).named(name).orElseThrow();
  }

  private static Observation cpu(long processMillis, double shareOfThreads) {
    return Steps.OBSERVED.with(next ->
        next.cpuOfProcessShare(Optional.of(shareOfThreads))
            .processCpuNs(Optional.of(processMillis * 1_000_000)));
  }

  @Test
  void theKernelsWorkAtTheEndOfThreadsIsNotMissed() {
    Observation churning = cpu(400, 0.85).with(next -> next.threadsExited(Optional.of(1_000)));

    assertThat(check("sum_cpu", churning).verdict()).isEqualTo(PASS);
    assertThat(check("sum_cpu", cpu(400, 0.85)).verdict()).isEqualTo(FAIL);
  }

  @Test
  void threadsThatEndedUncountedAreNamed() {
    Observation ended = Steps.OBSERVED.with(next -> next.threadsExited(Optional.of(2)));
    assertThat(check("threads_ended", ended).verdict()).isEqualTo(PASS);
    Observation snapshots = ended.with(next -> next.level(CaptureLevel.L2));
    assertThat(check("threads_ended", snapshots))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(WARN))
        .satisfies(check -> assertThat(check.message()).contains("no sum over their role"));
    assertThat(
            check("threads_ended", snapshots.with(next -> next.threadsExited(Optional.of(0))))
                .verdict())
        .isEqualTo(PASS);
    Steps.assertNotMeasured(
        check(
            "threads_ended",
            snapshots.with(
                next -> next.threadsExited(Optional.of(0)).cpuOfProcessShare(Optional.of(0.95)))));
  }

  private static Observation sums(double cpu, double syscalls) {
    return Steps.OBSERVED.with(next ->
        next.cpuOfProcessShare(Optional.of(cpu)).syscallsOfProcessShare(Optional.of(syscalls)));
  }

  private static Observation io(
      long tracedReads, long procReads, long tracedWrites, long procWrites) {
    return Steps.OBSERVED.with(next ->
        next.ioCounts(
                Optional.of(
                    new Observation.IoCounts(tracedReads, procReads, tracedWrites, procWrites, 0)))
            .snapshotSkewNs(Optional.of(50_000_000L))
            .processSyscalls(Optional.of(50_000L)));
  }

  @Test
  void readsAndWritesAreHeldAgainstWhatTheKernelCountsItself() {
    // The snapshots explain 50 ms of 10 s, and the boundaries ten calls.
    assertThat(check("io_counts", io(100_000, 100_500, 50_000, 50_010)).verdict()).isEqualTo(PASS);
    assertThat(check("io_counts", io(100_000, 98_000, 50_000, 50_000)).verdict()).isEqualTo(WARN);
    assertThat(check("io_counts", io(100_000, 100_000, 46_000, 50_000)).verdict()).isEqualTo(FAIL);
    assertThat(check("io_counts", io(0, 100_000, 50_000, 50_000)).verdict()).isEqualTo(FAIL);
  }

  /** The surplus is 2,000 reads: 500 are 50 ms of 10 s, and 10 those of the boundaries. */
  @Test
  void theWorseOfReadsAndWritesIsStatedWithoutWhatIsExplained() {
    assertThat(check("io_counts", io(102_000, 100_000, 50_000, 50_000)).value())
        .hasValueSatisfying(percent -> assertThat(percent).isCloseTo(1.461, within(1e-3)));
    assertThat(check("io_counts", io(100_000, 100_000, 50_000, 52_000)).value())
        .hasValueSatisfying(percent -> assertThat(percent).isCloseTo(3.327, within(1e-3)));
  }

  @Test
  void theSumOverTheThreadsIsStatedInPercentOfTheProcessWithoutTheBoundaries() {
    assertThat(check("sum_syscalls", sums(1, 0.97)).value())
        .hasValueSatisfying(percent -> assertThat(percent).isCloseTo(2.999, within(1e-6)));
    assertThat(check("sum_syscalls", sums(1, 1.04)).value())
        .hasValueSatisfying(percent -> assertThat(percent).isCloseTo(3.999, within(1e-6)));
  }

  @Test
  void aFewReadsMayDifferAtTheBoundaries() {
    assertThat(check("io_counts", io(12, 3, 0, 0)))
        .satisfies(few -> assertThat(few.verdict()).isEqualTo(PASS))
        .satisfies(few -> assertThat(few.value()).contains(0.0));
    assertThat(check("io_counts", io(30, 3, 0, 0)).verdict()).isEqualTo(FAIL);
  }

  @Test
  void ofManyCallsMoreMayDifferAtTheBoundaries() {
    Observation burst =
        io(0, 0, 455, 411).with(next -> next.processSyscalls(Optional.of(360_000L)));
    assertThat(check("io_counts", burst).verdict()).isEqualTo(PASS);
    Observation lost = burst.with(next -> next.processSyscalls(Optional.of(40_000L)));
    assertThat(check("io_counts", lost).verdict()).isEqualTo(FAIL);
  }

  @Test
  void callsThatMayCountAreNoDifferenceEitherWay() {
    for (long proc : List.of(1_000L, 1_500L, 2_000L)) {
      Observation copied =
          Steps.OBSERVED.with(next ->
              next.ioCounts(Optional.of(new Observation.IoCounts(1_000, proc, 1_000, proc, 1_000)))
                  .snapshotSkewNs(Optional.of(0L)));
      assertThat(check("io_counts", copied).verdict()).as("" + proc).isEqualTo(PASS);
    }
  }

  @Test
  void readsThatTheKernelDoesNotShowAreNotMeasured() {
    Observation unread = Steps.OBSERVED.with(next -> next.ioCounts(Optional.empty()));
    Steps.assertNotMeasured(check("io_counts", unread));
  }

  @Test
  void aTracerThatSlowsTheServerIsNamedAsTheLimitOfTheTracedPhase() {
    String phrase = "the traced phase is limited by the tracer";
    assertThat(check("tracing_overhead", Steps.OBSERVED, Steps.traced(12_000)))
        .satisfies(slower -> assertThat(slower.verdict()).isEqualTo(PASS))
        .satisfies(slower -> assertThat(slower.message()).doesNotContain("limited"));
    assertThat(check("tracing_overhead", Steps.OBSERVED, Steps.traced(17_600)))
        .satisfies(slower -> assertThat(slower.verdict()).isEqualTo(WARN))
        .satisfies(slower -> assertThat(slower.message()).contains(phrase));
  }

  @Test
  void cpuThatCountingTakesIsJudgedWhereThroughputCannotFall() {
    assertThat(overheadOf(2_100_000_000L))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(PASS))
        .satisfies(check -> assertThat(check.message()).endsWith("; CPU per request +5.0 %"));
    assertThat(overheadOf(2_400_000_000L))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(WARN))
        .satisfies(check ->
            assertThat(check.value())
                .hasValueSatisfying(of -> assertThat(of).isCloseTo(20, within(1e-6))))
        .satisfies(check -> assertThat(check.message()).contains("+20.0 %: the CPU of roles"));
  }

  /** The check of a traced phase with as many requests as the measured one, of 2 s of CPU. */
  private static Check overheadOf(long cpuNs) {
    Tiers.Phase traced =
        Steps.withTier(Tier.SERVER, usage -> usage.with(next -> next.cpuNs(Optional.of(cpuNs))))
            .with(next -> next.name(PhaseName.TRACE.id()));
    MeasuredStep step =
        Steps.step(
            Steps.load(Steps.phase(), Steps.traced(0)),
            Steps.tiersOf(Steps.tiers(), traced),
            Optional.of(Steps.warmup(true)),
            Optional.of(Steps.OBSERVED),
            Steps.PINNED);
    return Rules.check(step, Limits.DEFAULT).named("tracing_overhead").orElseThrow();
  }

  @Test
  void aGoodCapturePassesEveryRuleThatItCanBeHeldAgainst() {
    for (String name :
        List.of(
            "tracer",
            "lost_events",
            "map_usage",
            "sum_cpu",
            "sum_syscalls",
            "io_counts",
            "names")) {
      assertThat(check(name, Steps.OBSERVED).verdict()).as(name).isEqualTo(PASS);
    }
  }

  @Test
  void aStepWithoutATracedPhaseHasNoneOfTheseChecks() {
    Checks checks =
        Rules.check(Steps.step(Steps.load(Steps.phase()), Steps.tiers()), Limits.DEFAULT);
    assertThat(checks.checks())
        .extracting(Check::name)
        .doesNotContain("tracer", "tracing_overhead");
  }

  @Test
  void oneLostEventFailsAndSoDoesAFullMap() {
    Observation lost = entries(799).withLostEvents(Optional.of(1L));
    assertThat(check("lost_events", lost).verdict()).isEqualTo(FAIL);
    assertThat(check("map_usage", lost).verdict()).isEqualTo(PASS);
    assertThat(check("map_usage", entries(800)).verdict()).isEqualTo(FAIL);
  }

  private static Observation entries(int entries) {
    return Steps.OBSERVED.withMapUsage(Optional.of(new Observation.MapUsage(entries, 1_000)));
  }

  @Test
  void threadsThatDoNotAddUpToTheProcessAreSeenFromBothSides() {
    assertThat(check("sum_cpu", sums(1.0111, 1)).verdict()).isEqualTo(WARN);
    assertThat(check("sum_cpu", sums(0.948, 1)).verdict()).isEqualTo(FAIL);
    assertThat(check("sum_syscalls", sums(1, 0.9899)).verdict()).isEqualTo(WARN);
    assertThat(check("sum_syscalls", sums(1, 1.051)).verdict()).isEqualTo(FAIL);
  }

  @Test
  void whatTicksOfTheProcessExplainIsNoMissingThread() {
    assertThat(check("sum_cpu", cpu(300, 0.94)).verdict()).isEqualTo(PASS);
    assertThat(check("sum_cpu", cpu(300, 1.06)).verdict()).isEqualTo(PASS);
    assertThat(check("sum_cpu", cpu(30_000, 0.94)).verdict()).isEqualTo(FAIL);
  }

  @Test
  void aFewCallsAtTheBoundariesAreNoMissingThread() {
    Observation few = sums(1, 1.09).with(next -> next.processSyscalls(Optional.of(100L)));
    assertThat(check("sum_syscalls", few))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(PASS))
        .satisfies(check -> assertThat(check.message()).contains("10 calls at the boundaries"));
    Observation none = sums(1, 0).with(next -> next.processSyscalls(Optional.of(28L)));
    Steps.assertNotMeasured(check("sum_syscalls", none));
    Observation many = sums(1, 0.9).with(next -> next.processSyscalls(Optional.of(2_800L)));
    assertThat(check("sum_syscalls", many).verdict()).isEqualTo(FAIL);
  }

  @Test
  void aMissingThreadIsFoundUnderASmallLoadToo() {
    assertThat(check("sum_cpu", cpu(300, 0.90)).verdict()).isEqualTo(WARN);
    assertThat(check("sum_cpu", cpu(300, 0.80)).verdict()).isEqualTo(FAIL);
    assertThat(check("sum_cpu", cpu(80, 0.5)).verdict()).isEqualTo(FAIL);
  }

  @Test
  void aProcessOfAFewTicksCannotBeHeldAgainst() {
    assertThat(check("sum_cpu", cpu(70, 1)))
        .satisfies(none -> assertThat(none.verdict()).isEqualTo(WARN))
        .satisfies(none -> assertThat(none.value()).isEmpty())
        .satisfies(none -> assertThat(none.message()).contains("70 ms"));
  }

  @Test
  void aFolderWithoutTheCpuOfTheProcessIsJudgedWithoutTolerance() {
    Observation old =
        Steps.OBSERVED.with(
            next -> next.cpuOfProcessShare(Optional.of(0.94)).processCpuNs(Optional.empty()));
    assertThat(check("sum_cpu", old).verdict()).isEqualTo(FAIL);
  }

  @Test
  void aSumThatCannotBeHeldAgainstTheProcessIsAWarningWithoutAFigure() {
    Observation alone =
        Steps.OBSERVED.with(next ->
            next.lostEvents(Optional.empty())
                .cpuOfProcessShare(Optional.empty())
                .syscallsOfProcessShare(Optional.empty()));
    for (String name : List.of("sum_cpu", "sum_syscalls", "lost_events")) {
      assertThat(check(name, alone).verdict()).as(name).isEqualTo(WARN);
      assertThat(check(name, alone).value()).as(name).isEmpty();
    }
  }

  @Test
  void aLowerLevelWarnsWithTheReasonAndAFailedCaptureFails() {
    Observation lower =
        Steps.OBSERVED.with(next ->
            next.level(CaptureLevel.L3)
                .missing(List.of(new Caveat("bpftrace: not installed", "apt install bpftrace")))
                .namedCpuShare(Optional.of(0.98)));
    assertThat(check("tracer", lower).verdict()).isEqualTo(WARN);
    assertThat(check("tracer", lower).message()).contains("bpftrace").contains("apt install");
    assertThat(check("names", lower).verdict()).isEqualTo(WARN);
    Observation failed = Steps.OBSERVED.withFailures(List.of("it died"));
    assertThat(check("tracer", failed).verdict()).isEqualTo(FAIL);
  }

  @Test
  void failedRequestsOfTheTracedPhaseAreNoDivisor() {
    assertThat(check("traced_requests", Steps.OBSERVED, Steps.traced(0)).verdict()).isEqualTo(PASS);
    assertThat(check("traced_requests", Steps.OBSERVED, Steps.traced(1)).verdict()).isEqualTo(WARN);
    assertThat(check("traced_requests", Steps.OBSERVED, Steps.traced(161)).verdict())
        .isEqualTo(FAIL);
  }

  @Test
  void countsOfAnotherWindowThanThatOfTheRequestsAreFound() {
    assertThat(check("traced_window", window(9_960_000_000L), Steps.traced(0)).verdict())
        .isEqualTo(PASS);
    assertThat(check("traced_window", window(9_940_000_000L), Steps.traced(0)).verdict())
        .isEqualTo(WARN);
    assertThat(check("traced_window", window(5_000_000_000L), Steps.traced(0)).verdict())
        .isEqualTo(FAIL);
  }

  private static Observation window(long nanos) {
    return Steps.OBSERVED.withWindowNs(nanos);
  }

  @Test
  void theOverheadIsNotMeasuredWithoutATracedPhase() {
    Steps.assertNotMeasured(check("tracing_overhead", Steps.OBSERVED));
  }
}
