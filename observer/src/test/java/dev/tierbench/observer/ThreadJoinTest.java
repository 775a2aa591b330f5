package dev.tierbench.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.threads.IoCalls;
import dev.tierbench.observer.host.threads.Snapshot;
import dev.tierbench.observer.host.threads.ThreadSample;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.observer.trace.ThreadCalls;
import dev.tierbench.observer.trace.ThreadExit;
import dev.tierbench.observer.trace.ThreadStart;
import dev.tierbench.observer.trace.TraceResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The window of these tests is 1000 to 2000 on the tracer's clock. */
class ThreadJoinTest {

  private static final TargetProcess TARGET =
      new TargetProcess(1, 1, 0, false, "java", 0, 0, Optional.empty());

  private static Counts cpu(long nanos) {
    return new Counts(Map.of(Counter.CPU_NS, nanos, Counter.CS_VOLUNTARY, nanos / 10));
  }

  private static ThreadSample sample(long tid, String comm, long bornTicks, long cpuNanos) {
    return new ThreadSample(tid, tid, comm, bornTicks, cpu(cpuNanos), Optional.empty());
  }

  private static Snapshot snapshot(ThreadSample... samples) {
    Map<Long, ThreadSample> byTid = new HashMap<>();
    for (ThreadSample sample : samples) {
      byTid.put(sample.tid(), sample);
    }
    return new Snapshot(0, 1, byTid, Optional.empty());
  }

  private static TraceResult trace(
      Map<Long, Long> reads, List<ThreadStart> starts, List<ThreadExit> exits) {
    Map<Long, ThreadCalls> calls = new HashMap<>();
    reads.forEach((tid, count) ->
        calls.put(tid, new ThreadCalls(Map.of("read", count), Optional.of(0L), Optional.of(0L))));
    return TraceResult.NOTHING
        .withCalls(Optional.of(calls))
        .withStarts(starts)
        .withExits(exits)
        .withWindow(Optional.of(new TraceResult.Window(1000, 2000)));
  }

  private static ThreadJoin join(Snapshot opening, Snapshot closing, TraceResult trace) {
    return join(opening, closing, trace, Map.of());
  }

  private static ThreadJoin join(
      Snapshot opening, Snapshot closing, TraceResult trace, Map<Long, String> names) {
    return new ThreadJoin(opening, closing, trace, naming(names));
  }

  private static Naming naming(Map<Long, String> names, Long... carriers) {
    return new Naming(TARGET, new ThreadDump(names, Set.of(carriers)), Roles.standard());
  }

  private static ThreadRow row(
      long tid, String name, String role, ThreadState state, long cpu, long reads) {
    Counts calls =
        new ThreadCalls(
                reads == 0 ? Map.of() : Map.of("read", reads), Optional.of(0L), Optional.of(0L))
            .toCounts();
    return new ThreadRow(tid, name, role, state, cpu(cpu).with(calls));
  }

  @Test
  void aLiveThreadHasTheDifferenceOfItsSnapshotsAndItsWholeName() {
    ThreadJoin join =
        join(
            snapshot(sample(7, "http-nio-8080-e", 1, 100)),
            snapshot(sample(7, "http-nio-8080-e", 1, 350)),
            trace(Map.of(7L, 23L), List.of(), List.of()),
            Map.of(7L, "http-nio-8080-exec-1"));
    assertThat(join.rows())
        .containsExactly(row(7, "http-nio-8080-exec-1", "worker", ThreadState.LIVE, 250, 23));
    assertThat(join.namedCpuNanos()).isEqualTo(250);
  }

  private static ThreadSample withIo(long tid, long bornTicks, long reads, long writes) {
    return new ThreadSample(
        tid, tid, "worker", bornTicks, cpu(1), Optional.of(new IoCalls(reads, writes)));
  }

  @Test
  void readsOfTheKernelAreSummedOnlyOverThreadsThatLivedThroughTheWindow() {
    ThreadJoin join =
        join(
            snapshot(withIo(7, 1, 100, 10), withIo(8, 1, 5, 5), sample(9, "unreadable", 1, 1)),
            snapshot(withIo(7, 1, 123, 10), withIo(8, 2, 70, 70), sample(9, "unreadable", 1, 1)),
            trace(Map.of(7L, 23L, 8L, 65L, 9L, 4L), List.of(), List.of()));
    assertThat(join.ioCounts()).contains(new Observation.IoCounts(23, 23, 0, 0, 0));
    ThreadJoin unread =
        join(
            snapshot(sample(9, "unreadable", 1, 1)),
            snapshot(sample(9, "unreadable", 1, 1)),
            trace(Map.of(9L, 4L), List.of(), List.of()));
    assertThat(unread.ioCounts()).isEmpty();
  }

  @Test
  void aThreadWithoutCallsHasZeroOfThemBecauseTheyWereCounted() {
    ThreadJoin join =
        join(
            snapshot(sample(7, "VM Thread", 1, 100)),
            snapshot(sample(7, "VM Thread", 1, 100)),
            trace(Map.of(), List.of(), List.of()),
            Map.of(7L, "VM Thread"));
    assertThat(join.rows()).containsExactly(row(7, "VM Thread", "vm", ThreadState.LIVE, 0, 0));
  }

  @Test
  void aThreadBornAndGoneInsideHasTheKernelsCountsAndItsLastName() {
    ThreadJoin join =
        join(
            snapshot(),
            snapshot(),
            trace(
                Map.of(7L, 3L),
                List.of(new ThreadStart(7, 1100, "main")),
                List.of(new ThreadExit(7, 1200, "http-nio-8080-e", cpu(40)))));
    assertThat(join.rows())
        .containsExactly(row(7, "http-nio-8080-e…", "worker", ThreadState.EXITED, 40, 3));
    assertThat(join.namedCpuNanos()).isZero();
  }

  @Test
  void aThreadThatEndsInsideHasWhatItUsedSinceTheWindowOpened() {
    ThreadJoin join =
        join(
            snapshot(sample(7, "pool-1-thread-1", 1, 100)),
            snapshot(),
            trace(Map.of(), List.of(), List.of(new ThreadExit(7, 1200, "short", cpu(140)))));
    assertThat(join.rows()).containsExactly(row(7, "short", "other", ThreadState.EXITED, 40, 0));
  }

  @Test
  void aThreadGoneBeforeTheWindowHasNoRow() {
    ThreadJoin join =
        join(
            snapshot(),
            snapshot(),
            trace(
                Map.of(),
                List.of(new ThreadStart(7, 500, "main")),
                List.of(new ThreadExit(7, 900, "early", cpu(40)))));
    assertThat(join.rows()).isEmpty();
  }

  @Test
  void aThreadThatEndsAfterTheWindowWasThereAllTheTime() {
    ThreadJoin join =
        join(
            snapshot(sample(7, "late", 1, 100)),
            snapshot(),
            trace(Map.of(7L, 2L), List.of(), List.of(new ThreadExit(7, 2001, "late", cpu(140)))));
    assertThat(join.rows()).containsExactly(row(7, "late", "other", ThreadState.LIVE, 40, 2));
  }

  @Test
  void whatAThreadUsesBetweenTheWindowAndItsEndDoesNotCount() {
    ThreadJoin join =
        join(
            snapshot(sample(7, "late", 1, 100)),
            snapshot(sample(7, "late", 1, 130)),
            trace(Map.of(7L, 2L), List.of(), List.of(new ThreadExit(7, 2900, "late", cpu(900)))));
    assertThat(join.rows()).containsExactly(row(7, "late", "other", ThreadState.LIVE, 30, 2));
  }

  @Test
  void aThreadThatStartsAndEndsAfterTheWindowHasNoRow() {
    ThreadJoin join =
        join(
            snapshot(),
            snapshot(),
            trace(
                Map.of(),
                List.of(new ThreadStart(7, 2100, "main")),
                List.of(new ThreadExit(7, 2200, "after", cpu(40)))));
    assertThat(join.rows()).isEmpty();
  }

  @Test
  void aThreadThatStartsAfterTheWindowHasNoRowThoughTheClosingSnapshotSawIt() {
    List<ThreadStart> starts = List.of(new ThreadStart(7, 2100, "main"));
    ThreadJoin join =
        join(
            snapshot(),
            snapshot(sample(7, "after", 9, 40)),
            trace(Map.of(), starts, List.of(new ThreadExit(7, 2900, "after", cpu(90)))));
    assertThat(join.rows()).isEmpty();
    ThreadJoin reused =
        join(
            snapshot(sample(7, "first", 1, 100)),
            snapshot(sample(7, "after", 9, 40)),
            trace(Map.of(), starts, List.of(new ThreadExit(7, 2050, "first", cpu(130)))));
    assertThat(reused.rows()).containsExactly(row(7, "first", "other", ThreadState.LIVE, 30, 0));
  }

  @Test
  void aThreadWhoseOpeningSnapshotCameTooLateHasCallsButNoCpu() {
    ThreadJoin join =
        join(
            snapshot(),
            snapshot(),
            trace(Map.of(7L, 2L), List.of(), List.of(new ThreadExit(7, 1001, "gone", cpu(9_000)))));
    ThreadRow row = join.rows().getFirst();
    assertThat(row.get(Counter.CPU_NS)).isEmpty();
    assertThat(row.get(Counter.READ)).contains(2L);
  }

  @Test
  void aLaterThreadOfTheSameTidIsNotCreditedWithTheFirstOnesCpu() {
    ThreadJoin join =
        join(
            snapshot(sample(7, "first", 1, 100)),
            snapshot(sample(7, "second", 9, 30)),
            trace(
                Map.of(7L, 5L),
                List.of(new ThreadStart(7, 1500, "main")),
                List.of(new ThreadExit(7, 1400, "first", cpu(160)))),
            Map.of(7L, "second"));
    assertThat(join.rows())
        .containsExactly(
            row(7, "first", "other", ThreadState.EXITED, 60, 5),
            row(7, "second", "other", ThreadState.STARTED, 30, 0));
    assertThat(join.reusedTids()).isOne();
  }

  /** Each snapshot saw another thread with the same TID. */
  private static ThreadJoin twoOfOneTid(TraceResult trace) {
    return join(snapshot(sample(7, "first", 1, 100)), snapshot(sample(7, "second", 9, 30)), trace);
  }

  @Test
  void aTracerWithoutEndsTellsThatATidWasUsedTwice() {
    assertThat(twoOfOneTid(trace(Map.of(7L, 5L), List.of(), List.of())).reusedTids()).isOne();
  }

  @Test
  void withoutATracerTheStartTellsTheSecondThreadOfATid() {
    assertThat(twoOfOneTid(TraceResult.NOTHING).rows())
        .containsExactly(
            new ThreadRow(7, "second", "other", ThreadState.STARTED, cpu(30)),
            new ThreadRow(7, "first", "other", ThreadState.EXITED, Counts.NONE));
  }

  @Test
  void aThreadThatTheOpeningSnapshotMissedHasNoCpuOfBeforeTheWindow() {
    Snapshot opening = snapshot(sample(8, "newer", 9, 100));
    ThreadSample newer = sample(8, "newer", 9, 150);
    ThreadJoin older =
        join(opening, snapshot(newer, sample(7, "missed", 8, 9_000)), TraceResult.NOTHING);
    assertThat(older.rows())
        .containsExactly(
            new ThreadRow(8, "newer", "other", ThreadState.LIVE, cpu(50)),
            new ThreadRow(7, "missed", "other", ThreadState.LIVE, Counts.NONE));
    ThreadJoin started =
        join(opening, snapshot(newer, sample(7, "started", 9, 30)), TraceResult.NOTHING);
    assertThat(started.rows())
        .containsExactly(
            new ThreadRow(8, "newer", "other", ThreadState.LIVE, cpu(50)),
            new ThreadRow(7, "started", "other", ThreadState.STARTED, cpu(30)));
    ThreadJoin traced =
        join(
            snapshot(),
            snapshot(sample(7, "missed", 8, 9_000)),
            trace(Map.of(), List.of(), List.of()));
    assertThat(traced.rows().getFirst().get(Counter.CPU_NS)).isEmpty();
  }

  @Test
  void aPoolThatCarriesIsAPoolOfCarriersWhateverItsNumber() {
    Naming naming =
        naming(Map.of(7L, "ForkJoinPool-3-worker-1", 8L, "ForkJoinPool-3-worker-2"), 7L);
    assertThat(naming.live(7, 7, "ForkJoinPool-3-").role()).isEqualTo(Roles.CARRIER);
    assertThat(naming.live(8, 8, "ForkJoinPool-3-").role()).isEqualTo(Roles.CARRIER);
  }

  @Test
  void theFirstPoolOfAJvmWithoutVirtualThreadsIsNoPoolOfCarriers() {
    String first = "ForkJoinPool-1-worker-1";
    Naming without = naming(Map.of(7L, first));
    assertThat(without.live(7, 7, "ForkJoinPool-1-").role()).isEqualTo("worker");
    Naming withTimers = naming(Map.of(7L, first, 8L, "ForkJoinPool-1-delayScheduler"));
    assertThat(withTimers.live(7, 7, "ForkJoinPool-1-").role()).isEqualTo("worker");
    Naming with = naming(Map.of(7L, first, 8L, "VirtualThread-unparker"));
    assertThat(with.live(7, 7, "ForkJoinPool-1-").role()).isEqualTo(Roles.CARRIER);
  }

  @Test
  void ofSeveralPoolsOnlyThatWhichCarriedIsOneOfCarriers() {
    Map<Long, String> names =
        Map.of(7L, "ForkJoinPool-1-worker-1", 8L, "ForkJoinPool-2-worker-1", 9L, "Read-Poller");
    Naming carried = naming(names, 8L);
    assertThat(carried.live(7, 7, "ForkJoinPool-1-").role()).isEqualTo(Roles.WORKER);
    assertThat(carried.live(8, 8, "ForkJoinPool-2-").role()).isEqualTo(Roles.CARRIER);
    Naming idle = naming(names);
    assertThat(idle.live(7, 7, "ForkJoinPool-1-").role()).isEqualTo(Roles.OTHER);
    assertThat(idle.live(8, 8, "ForkJoinPool-2-").role()).isEqualTo(Roles.OTHER);
  }

  /** As JDK 26 names them to the kernel. */
  @Test
  void aNameWithoutItsMiddleHasTheRoleOfItsBeginning() {
    Naming naming = naming(Map.of());
    Naming.Named gone = naming.gone("reactor..nio-12");
    assertThat(gone.whole()).isFalse();
    assertThat(gone.role()).isEqualTo(Roles.standard().of("reactor…"));
  }

  @Test
  void theLaunchersThreadBelongsToTheVm() {
    Naming naming = naming(Map.of());
    assertThat(naming.live(1, 1, "java").role()).isEqualTo(Roles.VM);
  }
}
