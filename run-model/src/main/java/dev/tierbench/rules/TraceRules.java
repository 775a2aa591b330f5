package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of the traced window: whether the tracer saw everything, and what it cost. */
final class TraceRules {

  /** The measured phase has no tracer: only what was traced can belong to a slower server. */
  private static final String LIMITED_BY_TRACER =
      ": the traced phase is limited by the tracer, its counts belong to a slower server";

  /** CPU per request is of the measured phase, and its parts by role are of the traced one. */
  private static final String WITH_TRACER = ": the CPU of roles and threads contains that";

  private static final Limit SUM = new Limit(1, 5);

  private static final Rule<MeasuredWindow> TRACER =
      rule("tracer", "level", Limit.NONE)
          .meaning("all probes attached")
          .on(MeasuredWindow::observed, TraceRules::tracer);

  private static final List<Rule<MeasuredWindow>> COUNTS =
      List.of(
          rule("lost_events", "events", Limit.fail(0))
              .meaning("no event lost")
              .on(MeasuredWindow::observed, TraceRules::lostEvents),
          rule("map_usage", "%", Limit.fail(80))
              .meaning("entries of the tracer's map, of its capacity")
              .on(
                  MeasuredWindow::observed,
                  (observed, ruling) -> mapUsage(observed.mapUsage(), ruling)),
          rule("sum_cpu", "%", SUM)
              .meaning("CPU of all threads against that of the process")
              .on(MeasuredWindow::observed, IndependentCounts::sumCpu),
          rule("threads_ended", "threads", Limit.warn(1))
              .meaning(
                  "below level L0, which sees threads end: threads that ended inside the window uncounted;"
                      + " sums that lack one are not measured")
              .on(MeasuredWindow::observed, TraceRules::threadsEnded),
          rule("sum_syscalls", "%", SUM)
              .meaning("system calls of all threads against those of the process")
              .on(MeasuredWindow::observed, IndependentCounts::sumSyscalls),
          rule("io_counts", "%", SUM)
              .meaning("traced read and write calls against those in /proc/PID/task/TID/io")
              .on(MeasuredWindow::observed, IndependentCounts::ioCounts),
          rule("names", "%", Limit.warn(99))
              .meaning("at least this share of the CPU belongs to threads whose name is known")
              .on(MeasuredWindow::observed, TraceRules::names));

  /** Rules of every kind of run. */
  static final List<Rule<? super MeasuredWindow>> SHARED = Rules.concat(List.of(TRACER), COUNTS);

  /** Rules of a traced load. */
  private static final List<Rule<MeasuredStep>> LOAD =
      List.of(
          rule("traced_requests", "%", new Limit(0, 0.1))
              .meaning("failed requests of those that ended in the traced phase")
              .on(
                  step -> step.observed().flatMap(observed -> step.traced()),
                  (phase, ruling) -> LoadRules.failedRequestsOf(phase, 0, ruling, "")),
          rule("traced_window", "%", new Limit(0.5, 5))
              .meaning("how far the tracer's window is from the traced phase")
              .when((step, ruling) ->
                  step.observed()
                      .flatMap(observed ->
                          step.traced().map(phase -> window(observed, phase, step, ruling)))));

  private static final Rule<MeasuredStep> OVERHEAD =
      rule("tracing_overhead", "%", Limit.warn(10))
          .meaning(
              "how much lower throughput is in the traced phase, or higher the CPU of a request,"
                  + " whichever is more; noise alone can reach it")
          .when((step, ruling) -> step.observed().map(observed -> overhead(step, ruling)));

  static final List<Rule<? super MeasuredStep>> ALL =
      Rules.concat(List.of(TRACER), LOAD, COUNTS, List.of(OVERHEAD));

  private TraceRules() {}

  private static Check tracer(Observation observed, CheckFactory ruling) {
    if (!observed.failures().isEmpty()) {
      return ruling.failed("%s", String.join("; ", observed.failures()));
    }
    int level = observed.level().number();
    String reasons =
        observed.missing().stream()
            .map(missing -> "; " + missing.line())
            .collect(Collectors.joining());
    return observed.level() == CaptureLevel.L0
        ? ruling.check(Verdict.PASS, level, "all probes attached: level L0")
        : ruling.check(
            Verdict.WARN,
            level,
            "level %s%s%s",
            observed.level(),
            observed.level().reaches(CaptureLevel.L1) ? "" : ", system calls not measured",
            reasons);
  }

  /**
   * What the tracer counted is divided by the rate of the phase, which has to cover its window. Of
   * a generator that began and ended inside that window it is divided by all requests: only a
   * window that is too short lacks any.
   */
  private static Check window(
      Observation observed, LoadResult.Phase phase, MeasuredStep step, CheckFactory ruling) {
    double seconds = observed.windowNs() / NANOS_PER_SECOND;
    double longer = seconds / phase.seconds() - 1;
    return ruling.below(
        100 * (step.records().load().ranInsideWindow() ? Math.max(0, -longer) : Math.abs(longer)),
        "counted for %.3f s, requests of %.3f s",
        seconds,
        phase.seconds());
  }

  private static Check lostEvents(Observation observed, CheckFactory ruling) {
    return observed
        .lostEvents()
        .map(lost -> ruling.upTo(lost, "%d events lost", lost))
        .orElseGet(() -> ruling.unmeasured("this level cannot tell whether it lost events"));
  }

  private static Check threadsEnded(Observation observed, CheckFactory ruling) {
    if (observed.level() == CaptureLevel.L0) {
      return ruling.doesNotApply("level L0 counts threads up to their end");
    }
    if (observed.threadsExited().filter(ended -> ended == 0).isPresent()
        && !observed.hasEveryThread()) {
      return ruling.unmeasured(
          "not known: no snapshot saw a thread end, but CPU of the process is missing or cannot be"
              + " compared");
    }
    return observed
        .threadsExited()
        .map(ended ->
            ruling
                .below(ended, "%d threads ended inside the window", ended)
                .unlessPassed(
                    ": what they did is not known, and no sum over their role or the entire JVM is"
                        + " stated"))
        .orElseGet(() -> ruling.unmeasured("how many threads ended was not recorded"));
  }

  static Check mapUsage(Optional<Observation.MapUsage> usage, CheckFactory ruling) {
    return usage
        .map(map ->
            ruling.below(
                100.0 * map.entries() / map.capacity(),
                "%d of %d entries of the tracer's map used",
                map.entries(),
                map.capacity()))
        .orElseGet(() -> ruling.unmeasured("the tracer reports no map with a capacity"));
  }

  private static Check names(Observation observed, CheckFactory ruling) {
    return observed
        .namedCpuShare()
        .map(share ->
            ruling.atLeast(
                100 * share, "threads with a known name have %.2f %% of the CPU", 100 * share))
        .orElseGet(() -> ruling.unmeasured("no CPU of threads was measured"));
  }

  private static Check overhead(MeasuredStep step, CheckFactory ruling) {
    Optional<Double> throughputLoss = step.measurements().get(Metrics.THROUGHPUT_OVERHEAD);
    Optional<Double> cpuIncrease = step.measurements().get(Metrics.CPU_OVERHEAD);
    return Stream.of(throughputLoss, cpuIncrease)
        .flatMap(Optional::stream)
        .max(Comparator.naturalOrder())
        .map(percent ->
            ruling.below(
                percent,
                "throughput %.0f traced, %.0f measured%s%s%s",
                step.traced().orElseThrow().throughputRps(),
                step.measured().throughputRps(),
                cpuIncrease
                    .map(more -> CheckFactory.text("; CPU per request %+.1f %%", more))
                    .orElse(""),
                isBeyond(throughputLoss, ruling) ? LIMITED_BY_TRACER : "",
                isBeyond(cpuIncrease, ruling) ? WITH_TRACER : ""))
        .orElseGet(() -> ruling.unmeasured("no traced window to compare"));
  }

  private static boolean isBeyond(Optional<Double> percent, CheckFactory ruling) {
    return percent.filter(value -> value >= ruling.firstLimit()).isPresent();
  }
}
