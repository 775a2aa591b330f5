package dev.tierbench.observer;

import dev.tierbench.observer.host.threads.Snapshot;
import dev.tierbench.observer.host.threads.ThreadSample;
import dev.tierbench.observer.trace.IoAccounting;
import dev.tierbench.observer.trace.ThreadCalls;
import dev.tierbench.observer.trace.ThreadExit;
import dev.tierbench.observer.trace.ThreadStart;
import dev.tierbench.observer.trace.TraceResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.SyscallRow;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Joins two snapshots, the tracer's counts and the names into rows. A thread is known by its TID
 * and its start, so a later thread of the same TID gets a row of its own from {@code /proc}; the
 * system calls of both cannot be separated and stay with the one that was there first.
 */
final class ThreadJoin {

  private final Snapshot opening;
  private final Snapshot closing;
  private final TraceResult trace;
  private final TraceResult.Window window;
  private final Naming naming;
  private final boolean knowsStarts;
  private final long newestTicks;
  private final Map<Long, ThreadStart> starts = new HashMap<>();
  private final Map<Long, List<ThreadExit>> exits = new HashMap<>();

  private final List<ThreadRow> rows = new ArrayList<>();
  private final List<SyscallRow> syscalls = new ArrayList<>();
  private long namedCpuNanos;
  private Optional<Observation.IoCounts> ioCounts = Optional.empty();
  private int reusedTids;

  ThreadJoin(Snapshot opening, Snapshot closing, TraceResult trace, Naming naming) {
    this.opening = opening;
    this.closing = closing;
    this.trace = trace;
    this.window = trace.window().orElse(TraceResult.Window.ALWAYS);
    this.naming = naming;
    this.knowsStarts = trace.window().isPresent();
    this.newestTicks =
        opening.threads().values().stream().mapToLong(ThreadSample::startTicks).max().orElse(0);
    trace.starts().forEach(start -> starts.put(start.tid(), start));
    trace.exits().stream()
        .filter(exit -> exit.nanos() >= window.openNanos())
        .filter(exit -> !startedAfterTheWindow(exit))
        .forEach(exit -> exits.computeIfAbsent(exit.tid(), tid -> new ArrayList<>()).add(exit));
    TreeSet<Long> tids = new TreeSet<>(opening.threads().keySet());
    tids.addAll(closing.threads().keySet());
    tids.addAll(exits.keySet());
    trace.calls().ifPresent(calls -> tids.addAll(calls.keySet()));
    tids.forEach(this::join);
    rows.sort(
        Comparator.comparingLong((ThreadRow row) -> row.get(Counter.CPU_NS).orElse(0L))
            .reversed()
            .thenComparingLong(ThreadRow::tid));
  }

  List<ThreadRow> rows() {
    return rows;
  }

  List<SyscallRow> syscalls() {
    return syscalls;
  }

  /** The CPU of the threads whose whole name is known. */
  long namedCpuNanos() {
    return namedCpuNanos;
  }

  /** How many TIDs belonged to more than one thread in the window. */
  int reusedTids() {
    return reusedTids;
  }

  /**
   * Read and write calls of the threads that lived through the whole window, as traced and as the
   * kernel counts them itself; empty when either is not known of any.
   */
  Optional<Observation.IoCounts> ioCounts() {
    return ioCounts;
  }

  private void join(long tid) {
    Optional<ThreadSample> before = Optional.ofNullable(opening.threads().get(tid));
    List<ThreadExit> ended = exits.getOrDefault(tid, List.of());
    boolean late = lastStartIsLate(tid);
    Optional<ThreadSample> after =
        Optional.ofNullable(closing.threads().get(tid)).filter(sample -> !late);
    if (late && before.isEmpty() && ended.isEmpty()) {
      return;
    }
    boolean sameThread =
        before.isPresent()
            && after.isPresent()
            && before.get().startTicks() == after.get().startTicks()
            && ended.isEmpty();
    Optional<ThreadCalls> calls = trace.calls().map(all -> all.getOrDefault(tid, trace.noCalls()));
    if (sameThread) {
      Counts counts = after.get().counts().minus(before.get().counts());
      add(tid, live(after.get()), ThreadState.LIVE, counts, calls);
      calls.ifPresent(traced -> addIo(before.get(), after.get(), traced));
      return;
    }
    boolean unseenEnd = ended.isEmpty() && before.isPresent();
    boolean later = after.isPresent() && !endedLater(ended);
    boolean several = ended.size() + (unseenEnd ? 1 : 0) + (later ? 1 : 0) > 1;
    reusedTids += several ? 1 : 0;
    joinEnded(tid, before, after, ended, calls);
  }

  private void addIo(ThreadSample before, ThreadSample after, ThreadCalls traced) {
    if (before.io().isEmpty() || after.io().isEmpty()) {
      return;
    }
    Observation.IoCounts counts =
        IoAccounting.of(traced, after.io().get().minus(before.io().get()));
    ioCounts = Optional.of(ioCounts.map(sum -> sum.plus(counts)).orElse(counts));
  }

  private boolean startedAfterTheWindow(ThreadExit exit) {
    return lastStartIsLate(exit.tid()) && starts.get(exit.tid()).nanos() <= exit.nanos();
  }

  /** Whether the last thread that got the TID started after the window. */
  private boolean lastStartIsLate(long tid) {
    ThreadStart start = starts.get(tid);
    return start != null && start.nanos() >= window.closeNanos();
  }

  /** Whether the thread that the closing snapshot still saw is the one that then ended. */
  private boolean endedLater(List<ThreadExit> ended) {
    return !ended.isEmpty() && ended.getLast().nanos() >= window.closeNanos();
  }

  private void joinEnded(
      long tid,
      Optional<ThreadSample> before,
      Optional<ThreadSample> after,
      List<ThreadExit> ended,
      Optional<ThreadCalls> calls) {
    Optional<ThreadCalls> left = calls;
    Optional<ThreadSample> start = before;
    for (ThreadExit exit : ended) {
      boolean inside = exit.nanos() < window.closeNanos();
      ThreadState state =
          inside ? ThreadState.EXITED : start.isPresent() ? ThreadState.LIVE : ThreadState.STARTED;
      // What it used after the window does not count.
      Counts used = inside || after.isEmpty() ? exit.counts() : after.get().counts();
      add(tid, naming.gone(exit.comm()), state, sinceStart(tid, used, start), left);
      left = left.map(counted -> trace.noCalls());
      start = Optional.empty();
    }
    if (endedLater(ended)) {
      return;
    }
    if (ended.isEmpty() && start.isPresent()) {
      add(tid, naming.gone(start.get().comm()), ThreadState.EXITED, Counts.NONE, left);
      left = left.map(used -> trace.noCalls());
    }
    if (after.isPresent() && before.isEmpty() && ended.isEmpty() && isOlder(after.get())) {
      add(tid, live(after.get()), ThreadState.LIVE, Counts.NONE, left);
    } else if (after.isPresent()) {
      add(tid, live(after.get()), ThreadState.STARTED, after.get().counts(), left);
    } else if (ended.isEmpty() && before.isEmpty()) {
      String comm = Optional.ofNullable(starts.get(tid)).map(ThreadStart::comm).orElse("?");
      add(tid, naming.gone(comm), ThreadState.EXITED, Counts.NONE, left);
    }
  }

  /**
   * Whether a thread that the opening snapshot missed was there before, so that what it had used by
   * then is not known: it started before the tracer, or before a thread that the snapshot saw.
   */
  private boolean isOlder(ThreadSample sample) {
    return knowsStarts ? !starts.containsKey(sample.tid()) : sample.startTicks() < newestTicks;
  }

  /** What the thread used up to its end; not known when its opening snapshot came too late. */
  private Counts sinceStart(long tid, Counts used, Optional<ThreadSample> start) {
    if (start.isPresent()) {
      return used.minus(start.get().counts());
    }
    return starts.containsKey(tid) ? used : Counts.NONE;
  }

  private Naming.Named live(ThreadSample sample) {
    return naming.live(sample.tid(), sample.innerTid(), sample.comm());
  }

  private void add(
      long tid, Naming.Named named, ThreadState state, Counts proc, Optional<ThreadCalls> calls) {
    Counts counts = calls.map(ThreadCalls::toCounts).map(proc::with).orElse(proc);
    rows.add(new ThreadRow(tid, named.name(), named.role(), state, counts));
    if (named.whole()) {
      namedCpuNanos += proc.get(Counter.CPU_NS).orElse(0L);
    }
    calls
        .map(ThreadCalls::calls)
        .ifPresent(byName ->
            new TreeMap<>(byName)
                .forEach((call, count) ->
                    syscalls.add(new SyscallRow(tid, named.name(), named.role(), call, count))));
  }
}
