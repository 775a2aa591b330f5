package dev.tierbench.report;

import dev.tierbench.metrics.Bounds;
import dev.tierbench.rules.Cells;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Engine;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.WorkBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The record of a cell of a generated suite: its bound and a little more, or no value at all. */
record GeneratedCell(SuitePlan plan, String subject, Parameters parameters) {

  private static final double MICROS_PER_ITEM = 20;
  private static final double NANOS = 1e9;
  private static final int RUNS = 5;

  int size() {
    return parameters.number(SuiteDescriptor.SIZE).orElseThrow();
  }

  String model() {
    return plan.variant(subject).server();
  }

  private Optional<Integer> threads() {
    return plan.implementation(subject).pool().on(SuiteGenerator.cores());
  }

  Optional<Bounds.Bound> bound() {
    return plan.caseOf(parameters)
        .waits()
        .map(waits -> Bounds.of(waits, size(), threads(), new Bounds.Call(0, 0, 1)));
  }

  private double seconds(double slowdown) {
    double work = size() * MICROS_PER_ITEM * 1e-6 * slowdown;
    return bound().map(Bounds.Bound::seconds).orElse(0.0) + work;
  }

  Work work(Work.Outcome outcome, double slowdown) {
    boolean completed = outcome == Work.Outcome.COMPLETED;
    double seconds = seconds(slowdown);
    return WorkBuilder.stagedBuilder()
        .schema(Work.SCHEMA)
        .suite(plan.suite())
        .caseName(parameters.values().get(SuiteDescriptor.CASE))
        .implementation(model())
        .size(size())
        .engine(plan.caseOf(parameters).engine())
        .outcome(outcome)
        .reason(reason(outcome))
        .threads(completed ? threads() : Optional.empty())
        .heapBytes(Optional.of(1L << 30))
        .cores(Optional.of(SuiteGenerator.cores()))
        .waits(plan.caseOf(parameters).waits())
        .echoSeconds(Optional.empty())
        .writers(Optional.empty())
        .prediction(
            new Work.Prediction(
                bound().map(Bounds.Bound::seconds),
                bound().map(Bounds.Bound::formula).orElse("by JMH"),
                0,
                0,
                Optional.empty()))
        .operations(completed ? Optional.of(operations()) : Optional.empty())
        .runs(completed ? runs(seconds) : List.of())
        .window(completed ? Optional.of(window(seconds)) : Optional.empty())
        .score(
            completed && plan.caseOf(parameters).engine() == Engine.JMH
                ? Optional.of(
                    new Work.Score(
                        "ops/s", Stream.generate(() -> 1 / seconds).limit(RUNS).toList()))
                : Optional.empty())
        .build();
  }

  private Optional<String> reason(Work.Outcome outcome) {
    return switch (outcome) {
      case COMPLETED -> Optional.empty();
      case OUT_OF_MEMORY -> Optional.of(Work.OF_THREADS + "unable to create native thread");
      default ->
          Optional.of(
              bound()
                  .map(of -> "at least %.0f s (%s)".formatted(of.seconds(), of.formula()))
                  .orElse("a limit of the host"));
    };
  }

  private List<Work.Run> runs(double seconds) {
    List<Work.Run> runs = new ArrayList<>();
    if (plan.caseOf(parameters).engine() == Engine.JMH) {
      runs.add(run(PhaseName.WARM, 2 * seconds));
      runs.add(run(PhaseName.WARM, seconds));
      runs.add(run(PhaseName.WARM, seconds));
    } else {
      runs.add(run(PhaseName.COLD, 2 * seconds));
    }
    for (int i = 0; i < RUNS; i++) {
      runs.add(run(PhaseName.MEASURE, seconds));
    }
    runs.add(run(PhaseName.TRACE, seconds));
    return runs;
  }

  private Work.Run run(PhaseName phase, double seconds) {
    return Cells.run(phase, 0)
        .with(next ->
            next.wallNs(Math.round(seconds * NANOS))
                .operations(size())
                .cpuUserNs(Optional.of(Math.round(seconds * NANOS / 4)))
                .cpuSystemNs(Optional.of(0L))
                .jitCpuNs(Optional.of(0L))
                .allocatedBytes(Optional.of(500L * size()))
                .rssPeakBytes(Optional.of((100L << 20) + size() * 1_000L)));
  }

  private Work.Operations operations() {
    long all = (long) RUNS * size();
    return Cells.operations(done ->
        done.unit(plan.descriptor().operation())
            .perRun(size())
            .passes(RUNS)
            .submitted(all)
            .completed(all)
            .checksum(size())
            .checksumExpected(size()));
  }

  private Work.Window window(double seconds) {
    long nanos = Math.round(RUNS * seconds * NANOS);
    return Cells.window(window ->
        window
            .windowNs(nanos)
            .operations((long) RUNS * size())
            .host(new Tiers.Host(SuiteGenerator.cores(), nanos / 4, nanos, 0, List.of()))
            .cpuNs(Optional.of(nanos / 4))
            .jitCpuNs(Optional.of(0L))
            .gcMs(Optional.of(0L))
            .tracedOperations(Optional.of((long) size())));
  }
}
