package dev.tierbench.report;

import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.SyscallRow;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** What the threads of a generated step asked of the kernel, and the files that say so. */
record GeneratedThreads(String threads, String syscalls, RoleCounts roles) {

  private static final int IDLE = 3;

  /** The first threads belong to the JVM; the others share the requests unevenly. */
  static GeneratedThreads of(int count, IntFunction<String> name, boolean tomcat, double requests) {
    Map<String, Double> each =
        tomcat
            ? Map.of("futex", 3.2, "read", 2.1, "write", 2.0, "poll", 1.1, "epoll_ctl", 1.0)
            : Map.of("recvfrom", 2.1, "sendto", 2.0, "epoll_wait", 0.9, "epoll_ctl", 2.0);
    List<ThreadRow> rows = new ArrayList<>();
    List<SyscallRow> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int tid = 4_000 + i;
      String role = i == 0 ? "gc" : i < IDLE ? "jit" : tomcat ? "worker" : "event-loop";
      double own = requests * (i < IDLE ? 1e-4 : (1 + 0.3 * Math.sin(i)) / (count - IDLE));
      Map<String, Long> made = new TreeMap<>(Map.of("sched_yield", (long) i));
      each.forEach((call, perRequest) -> made.put(call, Math.round(perRequest * own)));
      String text = name.apply(i);
      made.forEach((call, number) -> calls.add(new SyscallRow(tid, text, role, call, number)));
      ThreadState state = i % 50 == 49 ? ThreadState.EXITED : ThreadState.LIVE;
      rows.add(new ThreadRow(tid, text, role, state, counts(tomcat, own, made)));
    }
    ThreadTable threads = new ThreadTable(rows);
    SyscallTable syscalls = new SyscallTable(calls);
    return new GeneratedThreads(
        threads.toCsv(), syscalls.toCsv(), RoleCounts.of(threads, syscalls));
  }

  void write(RunFolder.Step step) {
    RunJson.write(step.threads(), threads);
    RunJson.write(step.syscalls(), syscalls);
  }

  private static Counts counts(boolean tomcat, double requests, Map<String, Long> calls) {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    counts.put(Counter.CPU_NS, Math.round(requests * (tomcat ? 150_000 : 85_000)));
    counts.put(Counter.RUN_DELAY_NS, Math.round(requests * (tomcat ? 90_000 : 8_000)));
    counts.put(Counter.CS_VOLUNTARY, Math.round(requests * (tomcat ? 3.9 : 0.6)));
    counts.put(Counter.CS_INVOLUNTARY, Math.round(requests * 0.2));
    counts.put(Counter.MIGRATIONS, Math.round(requests * 0.05));
    counts.put(Counter.MINOR_FAULTS, Math.round(requests * 0.1));
    counts.put(Counter.MAJOR_FAULTS, 0L);
    long futex = sum(calls, "futex");
    long read = sum(calls, "read", "recvfrom");
    long write = sum(calls, "write", "sendto");
    long epoll = sum(calls, "epoll_wait", "epoll_ctl");
    long all = sum(calls, calls.keySet().toArray(String[]::new));
    counts.put(Counter.FUTEX, futex);
    counts.put(Counter.FUTEX_WAIT, futex / 2);
    counts.put(Counter.FUTEX_WAKE, futex - futex / 2);
    counts.put(Counter.READ, read);
    counts.put(Counter.WRITE, write);
    counts.put(Counter.EPOLL, epoll);
    counts.put(Counter.SYSCALLS, all);
    counts.put(Counter.OTHER, all - futex - read - write - epoll);
    return new Counts(counts);
  }

  private static long sum(Map<String, Long> calls, String... names) {
    return Stream.of(names).mapToLong(name -> calls.getOrDefault(name, 0L)).sum();
  }
}
