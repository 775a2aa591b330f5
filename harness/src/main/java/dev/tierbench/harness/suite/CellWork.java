package dev.tierbench.harness.suite;

import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Engine;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.Work.Prediction;
import dev.tierbench.run.record.WorkBuilder;
import dev.tierbench.run.record.WorkOperationsBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The record of a cell, made of what is known of it. */
record CellWork(SuitePlan plan, String subject, Parameters parameters, Prediction prediction) {

  int size() {
    return parameters.number(SuiteDescriptor.SIZE).orElseThrow();
  }

  Engine engine() {
    return plan.caseOf(parameters).engine();
  }

  /** The record of a cell that is not run. */
  Work notRun(Ending why) {
    return work(why, WorkerFacts.NONE, List.of(), Optional.empty(), List.of());
  }

  /**
   * The record of a cell that was run, whatever it came to.
   *
   * @param facts that the worker found about itself
   * @param reports of the measured runs
   */
  Work work(
      Ending ending,
      WorkerFacts facts,
      List<Work.Run> runs,
      Optional<Work.Window> window,
      List<WorkerEvent.RunReport> reports) {
    SuiteDescriptor.Case work = plan.caseOf(parameters);
    return WorkBuilder.stagedBuilder()
        .schema(Work.SCHEMA)
        .suite(plan.suite())
        .caseName(parameters.values().get(SuiteDescriptor.CASE))
        .implementation(plan.variant(subject).server())
        .size(size())
        .engine(work.engine())
        .outcome(ending.outcome())
        .reason(ending.reason().or(() -> firstError(reports)))
        .threads(facts.threads())
        .heapBytes(facts.heapBytes())
        .cores(facts.cores())
        .waits(work.waits())
        .echoSeconds(EchoTier.delaySeconds(plan))
        .writers(SuiteDatabase.writers(plan))
        .prediction(prediction)
        .operations(reports.isEmpty() ? Optional.empty() : Optional.of(operations(reports)))
        .runs(runs)
        .window(window)
        .score(score(reports))
        .build();
  }

  private Optional<Work.Score> score(List<WorkerEvent.RunReport> reports) {
    List<Double> scores =
        reports.stream().flatMap(report -> report.scoreOpsPerS().stream()).toList();
    return scores.isEmpty() ? Optional.empty() : Optional.of(new Work.Score("ops/s", scores));
  }

  private Work.Operations operations(List<WorkerEvent.RunReport> reports) {
    WorkerEvent.RunReport last = reports.getLast();
    long passes = reports.stream().mapToLong(report -> report.operations().orElse(1L)).sum();
    boolean jmh = engine() == Engine.JMH;
    return WorkOperationsBuilder.stagedBuilder()
        .unit(plan.descriptor().operation())
        .perRun(size())
        .passes(passes)
        .submitted(jmh ? passes * size() : sum(reports, WorkerEvent.RunReport::submitted))
        .completed(jmh ? passes * size() : sum(reports, WorkerEvent.RunReport::completed))
        .failed(sum(reports, WorkerEvent.RunReport::failed))
        .rejected(sum(reports, WorkerEvent.RunReport::rejected))
        .wrong(reports.stream().mapToLong(CellWork::wrong).sum())
        .checksum(last.checksum().orElse(0L))
        .checksumExpected(last.checksumExpected().orElse(0L))
        .printedBytes(sum(reports, WorkerEvent.RunReport::printedBytes))
        .build();
  }

  /** Why a task failed in a run that was completed all the same. */
  private static Optional<String> firstError(List<WorkerEvent.RunReport> reports) {
    return reports.stream().flatMap(report -> report.error().stream()).findFirst();
  }

  private static long wrong(WorkerEvent.RunReport report) {
    return report
        .wrong()
        .orElseGet(() -> report.checksum().equals(report.checksumExpected()) ? 0L : 1L);
  }

  private static long sum(
      List<WorkerEvent.RunReport> reports, Function<WorkerEvent.RunReport, Optional<Long>> part) {
    return reports.stream().mapToLong(report -> part.apply(report).orElse(0L)).sum();
  }
}
