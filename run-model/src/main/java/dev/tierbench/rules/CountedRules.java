package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rules of the counted window: whether the tracer saw everything, and what it cost. */
record CountedRules(
    Observed observed, LoadResult.Phase clean, Optional<LoadResult.Phase> counted, Limits limits) {

  private static final String BEST_LEVEL = "L0";
  private static final double NANOS = 1e9;

  /** What {@code /proc} counts CPU in, on every architecture. */
  private static final long TICK_NS = 10_000_000;

  /**
   * How far rounding alone takes the CPU of the process from that of its threads. The threads are
   * read to the nanosecond; of the process, user and system time are each cut to whole ticks, at
   * each edge. One edge is up to two ticks short, so the difference of two is off by less than two
   * ticks, in either direction, however many threads there are.
   */
  private static final long ROUNDING_NS = 2 * TICK_NS;

  /** Beyond this share of its CPU, rounding could hide a thread that matters. */
  private static final double MOST_ROUNDING = 0.25;

  List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.add(tracer());
    counted.ifPresent(phase -> {
      checks.add(Judge.failedRequests("counted_requests", phase, limits, ""));
      checks.add(window(phase));
    });
    checks.add(lostEvents());
    checks.add(MapUsageRule.check(observed.mapUsage(), limits));
    checks.add(sumCpu());
    checks.add(sum("sum_syscalls", "system calls", observed.syscallsOfProcessShare(), 0));
    checks.add(names());
    checks.add(tax());
    return checks;
  }

  private Check tracer() {
    String name = "tracer";
    if (!observed.failures().isEmpty()) {
      return Judge.failed(name, String.join("; ", observed.failures()));
    }
    int level = Integer.parseInt(observed.level().substring(1));
    String reasons =
        observed.missing().stream()
            .map(missing -> "; " + missing.line())
            .collect(Collectors.joining());
    return observed.level().equals(BEST_LEVEL)
        ? Judge.check(name, Verdict.PASS, level, 0, "level", "all probes attached: level L0")
        : Judge.check(name, Verdict.WARN, level, 0, "level", "level " + observed.level() + reasons);
  }

  /** What the tracer counted is divided by the rate of the phase, which has to cover its window. */
  private Check window(LoadResult.Phase phase) {
    double seconds = observed.windowNs() / NANOS;
    return Judge.below(
        "counted_window",
        "%",
        100 * Math.abs(seconds / phase.seconds() - 1),
        limits.edgeLagWarn(),
        limits.edgeLagFail(),
        String.format(
            Locale.ROOT, "counted for %.3f s, requests of %.3f s", seconds, phase.seconds()));
  }

  private Check lostEvents() {
    String name = "lost_events";
    if (observed.lostEvents().isEmpty()) {
      return Judge.unmeasured(name, 0, "events", "this level cannot tell whether it lost events");
    }
    long lost = observed.lostEvents().get();
    Verdict verdict = lost == 0 ? Verdict.PASS : Verdict.FAIL;
    return Judge.check(name, verdict, (double) lost, 0, "events", lost + " events lost");
  }

  /** A folder from before the CPU of the process was part of the record is judged as it was. */
  private Check sumCpu() {
    String name = "sum_cpu";
    double rounding = observed.processCpuNs().map(cpu -> (double) ROUNDING_NS / cpu).orElse(0.0);
    if (rounding > MOST_ROUNDING) {
      return Judge.unmeasured(
          name,
          limits.sumWarn(),
          "%",
          String.format(
              Locale.ROOT,
              "the process used %d ms of CPU, too little to be held against in ticks of 10 ms",
              observed.processCpuNs().get() / 1_000_000));
    }
    return sum(name, "CPU", observed.cpuOfProcessShare(), rounding);
  }

  /**
   * The sum over the threads against the process.
   *
   * @param rounding the share by which they may differ without any thread missing
   */
  private Check sum(String name, String what, Optional<Double> share, double rounding) {
    if (share.isEmpty()) {
      return Judge.unmeasured(
          name, limits.sumWarn(), "%", "no count of the whole process to hold the threads against");
    }
    return Judge.below(
        name,
        "%",
        100 * Math.max(0, Math.abs(share.get() - 1) - rounding),
        limits.sumWarn(),
        limits.sumFail(),
        String.format(
            Locale.ROOT,
            "%s of the threads: %.2f %% of the process's%s",
            what,
            100 * share.get(),
            rounding == 0
                ? ""
                : String.format(
                    Locale.ROOT, ", of which ticks of 10 ms explain %.2f", 100 * rounding)));
  }

  private Check names() {
    String name = "names";
    if (observed.namedCpuShare().isEmpty()) {
      return Judge.unmeasured(name, limits.namedWarn(), "%", "no CPU of threads was measured");
    }
    double percent = 100 * observed.namedCpuShare().get();
    return Judge.check(
        name,
        percent >= limits.namedWarn() ? Verdict.PASS : Verdict.WARN,
        percent,
        limits.namedWarn(),
        "%",
        String.format(Locale.ROOT, "threads with a known name have %.2f %% of the CPU", percent));
  }

  private Check tax() {
    String name = "tax";
    if (counted.isEmpty() || clean.throughputRps() <= 0) {
      return Judge.unmeasured(name, limits.taxWarn(), "%", "no counted window to compare");
    }
    double percent = 100 * (1 - counted.get().throughputRps() / clean.throughputRps());
    return Judge.check(
        name,
        percent < limits.taxWarn() ? Verdict.PASS : Verdict.WARN,
        percent,
        limits.taxWarn(),
        "%",
        String.format(
            Locale.ROOT,
            "throughput %.0f counted, %.0f clean",
            counted.get().throughputRps(),
            clean.throughputRps()));
  }
}
