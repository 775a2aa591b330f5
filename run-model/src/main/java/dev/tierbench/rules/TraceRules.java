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

  /** The measured phase has no tracer: only what was traced can belong to a slower server. */
  private static final String LIMITED_BY_TRACER =
      ": the traced phase is limited by the tracer, its counts belong to a slower server";

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
              IndependentCounts::sumCpu),
          rule(
              "sum_syscalls",
              "%",
              SUM,
              "system calls of all threads against those of the process",
              IndependentCounts::sumSyscalls),
          rule(
              "io_counts",
              "%",
              SUM,
              "traced read and write calls against those in /proc/PID/task/TID/io",
              IndependentCounts::ioCounts),
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
                          step.traced().map(phase -> window(observed, phase, step, ruling)))));

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

  /**
   * What the tracer counted is divided by the rate of the phase, which has to cover its window. Of
   * a generator that began and ended inside that window it is divided by all requests: only a
   * window that is too short lacks any.
   */
  private static Check window(
      Observed observed, LoadResult.Phase phase, MeasuredStep step, Ruling ruling) {
    double seconds = observed.windowNs() / NANOS;
    double longer = seconds / phase.seconds() - 1;
    return ruling.below(
        100 * (step.records().load().ranInsideWindow() ? Math.max(0, -longer) : Math.abs(longer)),
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
