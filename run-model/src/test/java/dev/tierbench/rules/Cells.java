package dev.tierbench.rules;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.metrics.SuiteMetrics;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Engine;
import dev.tierbench.run.descriptor.SuiteDescriptor.Waits;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.WorkBuilder;
import dev.tierbench.run.record.WorkOperationsBuilder;
import dev.tierbench.run.record.WorkRunBuilder;
import dev.tierbench.run.record.WorkWindowBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A cell of a suite that passes every rule, and changes to it. */
public final class Cells {
  private Cells() {}

  public static final long MILLI = 1_000_000;
  public static final long MEBI = 1 << 20;
  public static final long WINDOW_NS = 15_100 * MILLI;

  private static final int SIZE = 10;

  /** Ten sleeps of one second on two threads: one cold run, then 5,010, 5,020 and 5,030 ms. */
  public static Work work() {
    return WorkBuilder.builder()
        .schema(Work.SCHEMA)
        .suite("sleeps")
        .caseName("sleep-1s")
        .implementation("reactor-parallel")
        .size(SIZE)
        .engine(Engine.ONCE)
        .outcome(Work.Outcome.COMPLETED)
        .threads(Optional.of(2))
        .heapBytes(Optional.of(1L << 30))
        .cores(Optional.of(2))
        .waits(Optional.of(Waits.SECOND))
        .prediction(
            new Work.Prediction(
                Optional.of(5.0), "ceil(10 / 2 threads) x 1 s", 0, 0, Optional.empty()))
        .operations(Optional.of(operations(done -> {})))
        .runs(
            List.of(
                run(PhaseName.COLD, 5_200),
                run(PhaseName.MEASURE, 5_010),
                run(PhaseName.MEASURE, 5_030),
                run(PhaseName.MEASURE, 5_020)))
        .window(Optional.of(window(window -> {})))
        .build();
  }

  /** Measured runs of so many milliseconds. */
  public static Work of(long... millis) {
    List<Work.Run> runs =
        Stream.concat(
                Stream.of(run(PhaseName.COLD, 5_200)),
                java.util.Arrays.stream(millis).mapToObj(wall -> run(PhaseName.MEASURE, wall)))
            .toList();
    return work().with(next -> next.runs(runs));
  }

  /** Passes of 1,000 items by JMH, so many per second in each iteration. */
  public static Work jmh(Double... passesPerSecond) {
    List<Work.Run> iterations =
        IntStream.range(0, passesPerSecond.length)
            .mapToObj(i -> run(PhaseName.MEASURE, 500))
            .toList();
    return work()
        .with(next ->
            next.suite("streams")
                .caseName("range")
                .implementation("rxjava3")
                .size(1_000)
                .engine(Engine.JMH)
                .threads(Optional.of(1))
                .waits(Optional.empty())
                .operations(Optional.of(operations(done -> done.perRun(1_000))))
                .runs(
                    Stream.concat(
                            Stream.of(run(PhaseName.WARM, 520), run(PhaseName.WARM, 500)),
                            iterations.stream())
                        .toList())
                .score(Optional.of(new Work.Score("ops/s", List.of(passesPerSecond)))));
  }

  public static Work.Run run(PhaseName phase, long wallMillis) {
    return WorkRunBuilder.builder()
        .phase(phase.id())
        .wallNs(wallMillis * MILLI)
        .operations(SIZE)
        .cpuUserNs(Optional.of(50 * MILLI))
        .cpuSystemNs(Optional.of(50 * MILLI))
        .jitCpuNs(Optional.of(MILLI))
        .gcMs(Optional.of(1L))
        .allocatedBytes(Optional.of(20_000L))
        .heapBeforeBytes(Optional.of(2 * MEBI))
        .heapAfterGcBytes(Optional.of(3 * MEBI))
        .rssBeforeBytes(Optional.of(40 * MEBI))
        .rssPeakBytes(Optional.of(50 * MEBI))
        .rssAfterBytes(Optional.of(45 * MEBI))
        .threadsPeak(Optional.of(14))
        .build();
  }

  /** Three runs of ten sleeps, none of them wrong. */
  public static Work.Operations operations(Consumer<WorkOperationsBuilder> change) {
    WorkOperationsBuilder done =
        WorkOperationsBuilder.builder()
            .unit("sleep")
            .perRun(SIZE)
            .passes(3)
            .submitted(30)
            .completed(30)
            .checksum(45)
            .checksumExpected(45);
    change.accept(done);
    return done.build();
  }

  /** 300 ms of CPU, a hundredth of it of the JIT, on two cores that others left alone. */
  public static Work.Window window(Consumer<WorkWindowBuilder> change) {
    WorkWindowBuilder window =
        WorkWindowBuilder.builder()
            .windowNs(WINDOW_NS)
            .boundaryLagNs(MILLI)
            .operations(30)
            .host(host(400 * MILLI))
            .cpuNs(Optional.of(300 * MILLI))
            .jitCpuNs(Optional.of(3 * MILLI))
            .gcMs(Optional.of(3L))
            .tracedOperations(Optional.of(10L));
    change.accept(window);
    return window.build();
  }

  public static Tiers.Host host(long busyNs) {
    return new Tiers.Host(2, busyNs, 2 * WINDOW_NS - busyNs, 0, List.of());
  }

  /** The plan of {@link #work}, with a heap of 1 GiB. */
  public static SuitePlan plan() {
    return new SuitePlan(
        new Plan.Common(
            "quick",
            SuiteDescriptor.SIZE,
            List.of("reactor-parallel", "reactor-parallel-aa"),
            1,
            new Plan.Pinning("none", Map.of(), "a worker may use every core"),
            Map.of("worker", List.of("-Xmx1g")),
            Map.of(
                "reactor-parallel",
                new Plan.Variant(
                    "reactor-parallel", Optional.empty(), List.of("-Xss512k"), List.of()))),
        "sleeps",
        descriptor(),
        List.of(SuiteDescriptor.cell("sleep-1s", 10), SuiteDescriptor.cell("sleep-1s", 100)),
        8,
        new SuitePlan.Engines(
            new SuitePlan.Once(0.5, 3), new SuitePlan.Jmh(2, 0.3, 3, 0.3), Optional.of(1)),
        Map.of("echo_delay_ms", "50"));
  }

  public static SuiteDescriptor descriptor() {
    return new SuiteDescriptor(
        "Sleeps",
        "a study",
        "sleep",
        "1g",
        "jdk-virtual",
        Map.of(
            "sleep-1s",
            new SuiteDescriptor.Case(
                Engine.ONCE, Optional.of(Waits.SECOND), "", Optional.empty(), Optional.empty())),
        Map.of(
            "reactor-parallel",
            new SuiteDescriptor.Implementation(
                true,
                "cores",
                new SuiteDescriptor.PerTask(0, 0, 0, Map.of()),
                Optional.of(2),
                Optional.of("parallel"),
                Optional.empty(),
                Optional.empty())),
        Map.of(
            "quick",
            new SuiteDescriptor.Selection(
                List.of(), List.of(), List.of(10, 100), Map.of(), Map.of())),
        List.of("one run"),
        List.of(
            new SuiteDescriptor.Published(
                "a machine",
                "sleep-1s",
                "run_ms",
                Optional.empty(),
                false,
                List.of(10, 100),
                Map.of("reactor-parallel", List.of(Optional.of(2009.0), Optional.empty())))));
  }

  public static MeasuredCell measured(Work work) {
    Measurements values = SuiteMetrics.measure(work, Optional.empty(), RoleCounts.NONE);
    return new MeasuredCell(work, values, Optional.empty(), plan());
  }
}
