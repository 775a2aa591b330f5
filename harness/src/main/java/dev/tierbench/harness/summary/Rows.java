package dev.tierbench.harness.summary;

import dev.tierbench.run.Counter;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Plan;
import dev.tierbench.run.SummaryRow;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes the lines of a summary: by level, then by server, then the failed steps of both. */
public final class Rows {
  private Rows() {}

  public static List<SummaryRow> of(Plan plan, List<StepFigures> steps) {
    List<SummaryRow> rows = new ArrayList<>();
    for (int level : plan.levels()) {
      for (String server : plan.servers()) {
        List<StepFigures> here =
            steps.stream()
                .filter(step -> step.level() == level && step.trial().server().equals(server))
                .toList();
        List<StepFigures> valid = here.stream().filter(StepFigures::isValid).toList();
        if (!valid.isEmpty()) {
          rows.add(median(plan, valid));
        }
        here.stream()
            .filter(step -> !step.isValid())
            .forEach(step -> rows.add(row(plan, step, List.of(), Verdict.FAIL)));
      }
    }
    return rows;
  }

  /** The trial in the middle by throughput; of an even number the lower of the two. */
  static StepFigures median(List<StepFigures> valid) {
    return sorted(valid).get((valid.size() - 1) / 2);
  }

  private static List<StepFigures> sorted(List<StepFigures> valid) {
    return valid.stream().sorted(Comparator.comparingDouble(StepFigures::throughput)).toList();
  }

  private static SummaryRow median(Plan plan, List<StepFigures> valid) {
    Verdict worst =
        valid.stream().map(step -> step.checks().verdict()).reduce(Verdict.PASS, Verdict::and);
    return row(plan, median(valid), sorted(valid), worst);
  }

  private static SummaryRow row(
      Plan plan, StepFigures step, List<StepFigures> sorted, Verdict verdict) {
    return new SummaryRow(
        step.trial().server(),
        step.level(),
        verdict,
        step.trial().name(),
        sorted.size(),
        plan.trials(),
        step.load().map(LoadResult.Phase::throughputRps),
        sorted.isEmpty() ? Optional.empty() : Optional.of(sorted.getFirst().throughput()),
        sorted.isEmpty() ? Optional.empty() : Optional.of(sorted.getLast().throughput()),
        latency(step, LatencySummary::mean),
        latency(step, LatencySummary::p50),
        latency(step, LatencySummary::p90),
        latency(step, LatencySummary::p99),
        latency(step, LatencySummary::p999),
        latency(step, LatencySummary::max),
        step.load().map(LoadResult.Phase::ok),
        step.load().map(phase -> phase.failed().total()),
        step.coresUsed("server"),
        step.coresThere("server"),
        step.cpuUsPerRequest("server"),
        step.coresUsed("echo"),
        step.cpuUsPerRequest("echo"),
        step.coresUsed("loadgen"),
        step.cpuUsPerRequest("loadgen"),
        step.hostCoresUsed(),
        step.tiers().map(phase -> phase.host().cores()),
        step.stealPercent(),
        step.tier("server", Tiers.Tier::rssBytes),
        step.tier("server", Tiers.Tier::threads),
        counted(step, Counter.CS_VOLUNTARY),
        counted(step, Counter.CS_INVOLUNTARY),
        counted(step, Counter.FUTEX),
        counted(step, Counter.READ),
        counted(step, Counter.WRITE),
        counted(step, Counter.EPOLL),
        counted(step, Counter.SYSCALLS),
        step.counted().flatMap(found -> step.load().flatMap(found::throughputTaxPercent)),
        step.counted().flatMap(found -> found.cpuTaxPercent(step.cpuUsPerRequest("server"))),
        verdict == Verdict.FAIL ? Optional.of(step.reason()) : Optional.empty());
  }

  private static Optional<Double> counted(StepFigures step, Counter counter) {
    return step.counted().flatMap(found -> found.perRequest(counter));
  }

  private static Optional<Double> latency(
      StepFigures step, Function<LatencySummary, Optional<Double>> part) {
    return step.load().map(LoadResult.Phase::serviceTimeUs).flatMap(part);
  }
}
