package dev.tierbench.rules;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of the traced window: whether the tracer saw everything, and what it cost. */
final class TraceRules {

  private static final double NANOS = 1e9;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** What {@code /proc} counts CPU in, on every architecture. */
  private static final long TICK_NS = 10_000_000;

  /**
   * How far rounding alone takes the CPU of the process from that of its threads. The threads are
   * read to the nanosecond; of the process, user and system time are each cut to whole ticks, at
   * each boundary. One boundary is up to two ticks short, so the difference of two is off by less
   * than two ticks, in either direction, however many threads there are.
   */
  private static final long ROUNDING_NS = 2 * TICK_NS;

  /**
   * The CPU of a thread that ends is read when it begins to end. What the kernel does for it after
   * that is counted of the process alone: 20 to 40 µs, measured with a thousand threads that only
   * sleep.
   */
  private static final long END_OF_THREAD_NS = 50_000;

  /** Beyond this share of the whole, rounding could hide a thread that matters. */
  private static final double MOST_ROUNDING = 0.25;

  /**
   * Tracer and perf open and close their windows some microseconds apart, so that each may see some
   * calls which the other does not.
   */
  private static final long BOUNDARY_CALLS = 10;

  /** The measured phase has no tracer: only what was traced can belong to a slower server. */
  private static final String LIMITED_BY_TRACER =
      ": the traced phase is limited by the tracer, its counts belong to a slower server";

  private static final double WORTH_TELLING = 1e-4;

  private static final Limit SUM = new Limit(1, 5);

  private static final Rule<MeasuredWindow> TRACER =
      rule("tracer", "level", Limit.NONE, "all probes attached", TraceRules::tracer);

  private static final List<Rule<MeasuredWindow>> COUNTS =
      List.of(
          rule("lost_events", "events", Limit.fail(0), "no event lost", TraceRules::lostEvents),
          rule(
              "map_usage",
              "%",
              Limit.fail(80),
              "entries of the tracer's map, of its capacity",
              (observed, ruling) -> mapUsage(observed.mapUsage(), ruling)),
          rule(
              "sum_cpu",
              "%",
              SUM,
              "CPU of all threads against that of the process",
              TraceRules::sumCpu),
          rule(
              "sum_syscalls",
              "%",
              SUM,
              "system calls of all threads against those of the process",
              TraceRules::sumSyscalls),
          rule(
              "io_counts",
              "%",
              SUM,
              "traced read and write calls against those in /proc/PID/task/TID/io",
              TraceRules::ioCounts),
          rule(
              "names",
              "%",
              Limit.warn(99),
              "at least this share of the CPU belongs to threads whose name is known",
              TraceRules::names));

  /** Of every kind of run. */
  static final List<Rule<MeasuredWindow>> SHARED =
      Stream.concat(Stream.of(TRACER), COUNTS.stream()).toList();

  /** Of a traced load. */
  private static final List<Rule<MeasuredStep>> LOAD =
      List.of(
          ofTracedLoad(
              "traced_requests",
              new Limit(0, 0.1),
              "failed requests of those that ended in the traced phase",
              (phase, ruling) -> LoadRules.failedRequests(phase, ruling, "")),
          new Rule<>(
              "traced_window",
              "%",
              new Limit(0.5, 5),
              "how far the tracer's window is from the traced phase",
              (step, ruling) ->
                  step.observed()
                      .flatMap(observed ->
                          step.traced().map(phase -> window(observed, phase, ruling)))));

  private static final Rule<MeasuredStep> OVERHEAD =
      new Rule<>(
          "tracing_overhead",
          "%",
          Limit.warn(10),
          "how much lower throughput is in the traced phase; noise alone can reach it",
          (step, ruling) -> step.observed().map(observed -> overhead(step, ruling)));

  static final List<Rule<? super MeasuredStep>> ALL =
      Stream.<List<? extends Rule<? super MeasuredStep>>>of(
              List.of(TRACER), LOAD, COUNTS, List.of(OVERHEAD))
          .<Rule<? super MeasuredStep>>flatMap(List::stream)
          .toList();

  private TraceRules() {}

  /** Compares the entries of a tracer's map with its capacity, outside of a step too. */
  static Check mapUsage(Optional<Observed.MapUsage> usage, Limits limits) {
    Rule<?> rule = Rules.named("map_usage");
    return mapUsage(usage, new Ruling(rule.name(), rule.unit(), limits.of(rule)));
  }

  private static Rule<MeasuredWindow> rule(
      String name,
      String unit,
      Limit limit,
      String meaning,
      BiFunction<Observed, Ruling, Check> condition) {
    return new Rule<>(
        name,
        unit,
        limit,
        meaning,
        (step, ruling) -> step.observed().map(observed -> condition.apply(observed, ruling)));
  }

  private static Rule<MeasuredStep> ofTracedLoad(
      String name,
      Limit limit,
      String meaning,
      BiFunction<LoadResult.Phase, Ruling, Check> condition) {
    return new Rule<>(
        name,
        "%",
        limit,
        meaning,
        (step, ruling) ->
            step.observed()
                .flatMap(observed -> step.traced())
                .map(phase -> condition.apply(phase, ruling)));
  }

  private static Check tracer(Observed observed, Ruling ruling) {
    if (!observed.failures().isEmpty()) {
      return ruling.failed(String.join("; ", observed.failures()));
    }
    int level = observed.level().number();
    String reasons =
        observed.missing().stream()
            .map(missing -> "; " + missing.line())
            .collect(Collectors.joining());
    return observed.level() == CaptureLevel.L0
        ? ruling.check(Verdict.PASS, level, "all probes attached: level L0")
        : ruling.check(Verdict.WARN, level, "level " + observed.level() + reasons);
  }

  /** What the tracer counted is divided by the rate of the phase, which has to cover its window. */
  private static Check window(Observed observed, LoadResult.Phase phase, Ruling ruling) {
    double seconds = observed.windowNs() / NANOS;
    return ruling.below(
        100 * Math.abs(seconds / phase.seconds() - 1),
        String.format(
            Locale.ROOT, "counted for %.3f s, requests of %.3f s", seconds, phase.seconds()));
  }

  private static Check lostEvents(Observed observed, Ruling ruling) {
    return observed
        .lostEvents()
        .map(lost -> ruling.upTo(lost, lost + " events lost"))
        .orElseGet(() -> ruling.unmeasured("this level cannot tell whether it lost events"));
  }

  private static Check mapUsage(Optional<Observed.MapUsage> usage, Ruling ruling) {
    return usage
        .map(map ->
            ruling.below(
                100.0 * map.entries() / map.capacity(),
                map.entries() + " of " + map.capacity() + " entries of the tracer's map used"))
        .orElseGet(() -> ruling.unmeasured("the tracer reports no map with a capacity"));
  }

  private static Check sumCpu(Observed observed, Ruling ruling) {
    long unseen = ROUNDING_NS + observed.threadsExited().orElse(0) * END_OF_THREAD_NS;
    double rounding = observed.processCpuNs().map(cpu -> (double) unseen / cpu).orElse(0.0);
    return rounding > MOST_ROUNDING
        ? ruling.unmeasured(
            String.format(
                Locale.ROOT,
                "the process used %d ms of CPU, too little to compare: /proc counts in ticks of 10 ms",
                observed.processCpuNs().get() / NANOS_PER_MILLI))
        : sum(
            "CPU",
            observed.cpuOfProcessShare(),
            rounding,
            "ticks of 10 ms, and ends of threads,",
            ruling);
  }

  private static Check sumSyscalls(Observed observed, Ruling ruling) {
    double boundaries =
        observed
            .processSyscalls()
            .filter(calls -> calls > 0)
            .map(calls -> (double) BOUNDARY_CALLS / calls)
            .orElse(0.0);
    if (boundaries > MOST_ROUNDING) {
      return ruling.unmeasured(
          "the process made "
              + observed.processSyscalls().get()
              + " system calls, too few to compare: "
              + BOUNDARY_CALLS
              + " may differ at the boundaries");
    }
    return sum(
        "system calls",
        observed.syscallsOfProcessShare(),
        boundaries,
        BOUNDARY_CALLS + " calls at the boundaries",
        ruling);
  }

  /**
   * The sum over the threads against the process.
   *
   * @param rounding the share by which they may differ without any thread missing
   * @param reason of that share
   */
  private static Check sum(
      String what, Optional<Double> share, double rounding, String reason, Ruling ruling) {
    if (share.isEmpty()) {
      return ruling.unmeasured("no count of the whole process to compare the threads with");
    }
    return ruling.below(
        100 * Math.max(0, Math.abs(share.get() - 1) - rounding),
        String.format(
            Locale.ROOT,
            "%s of the threads: %.2f %% of the process's%s",
            what,
            100 * share.get(),
            rounding < WORTH_TELLING
                ? ""
                : String.format(
                    Locale.ROOT, ", of which %s explain %.2f", reason, 100 * rounding)));
  }

  /** The worse of reads and writes: what neither the boundaries nor the snapshots explain. */
  private static Check ioCounts(Observed observed, Ruling ruling) {
    if (observed.ioCounts().isEmpty()) {
      return ruling.unmeasured("/proc/PID/task/TID/io was not read, or no call was traced");
    }
    Observed.IoCounts counts = observed.ioCounts().get();
    double skew =
        observed
            .snapshotSkewNs()
            .filter(nanos -> observed.windowNs() > 0)
            .map(nanos -> (double) nanos / observed.windowNs())
            .orElse(0.0);
    double worst =
        Math.max(
            unexplained(counts.tracedReads(), counts.perhapsBoth(), counts.procReads(), skew),
            unexplained(counts.tracedWrites(), counts.perhapsBoth(), counts.procWrites(), skew));
    return ruling.below(
        100 * worst,
        String.format(
            Locale.ROOT,
            "traced %d reads and %d writes, /proc counted %d and %d; the snapshots explain %.2f %%",
            counts.tracedReads(),
            counts.tracedWrites(),
            counts.procReads(),
            counts.procWrites(),
            100 * skew));
  }

  private static double unexplained(long traced, long perhaps, long proc, double skew) {
    long beyond = Math.max(traced - proc, proc - traced - perhaps);
    double difference = beyond - BOUNDARY_CALLS - skew * proc;
    return difference <= 0 ? 0 : difference / Math.max(traced, proc);
  }

  private static Check names(Observed observed, Ruling ruling) {
    return observed
        .namedCpuShare()
        .map(share ->
            ruling.atLeast(
                100 * share,
                String.format(
                    Locale.ROOT, "threads with a known name have %.2f %% of the CPU", 100 * share)))
        .orElseGet(() -> ruling.unmeasured("no CPU of threads was measured"));
  }

  private static Check overhead(MeasuredStep step, Ruling ruling) {
    return step.measurements()
        .get(Metrics.THROUGHPUT_OVERHEAD)
        .map(percent ->
            ruling.below(
                percent,
                String.format(
                    Locale.ROOT,
                    "throughput %.0f traced, %.0f measured%s",
                    step.traced().orElseThrow().throughputRps(),
                    step.measured().throughputRps(),
                    percent < ruling.firstLimit() ? "" : LIMITED_BY_TRACER)))
        .orElseGet(() -> ruling.unmeasured("no traced window to compare"));
  }
}
