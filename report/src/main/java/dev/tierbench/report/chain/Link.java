package dev.tierbench.report.chain;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.LogRatio;
import dev.tierbench.report.stats.PairedRounds;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One metric of one run of a chain. All steps with a value count, valid or not: a chain may begin
 * with a method whose steps no check would pass.
 *
 * @param ratio of the second server to the first; empty where either has no value
 * @param change from the run before; empty of the first
 * @param valid steps of both servers that passed their checks
 * @param steps of both servers that have a value
 */
public record Link(
    Run run, Optional<LogRatio> ratio, Optional<LogRatio> change, int valid, int steps) {

  static Link of(
      Run run, List<String> servers, Parameters at, Metric metric, Optional<LogRatio> before) {
    Function<Step, Optional<Double>> value = step -> step.value(metric);
    List<Step> a = measured(run, servers.getFirst(), at, metric);
    List<Step> b = measured(run, servers.getLast(), at, metric);
    Optional<LogRatio> ratio =
        Samples.roundsOfAll(a, b, value, run.level())
            .map(PairedRounds::logRatio)
            .or(() -> LogRatio.ofTrials(sample(a, value), sample(b, value)));
    return new Link(
        run,
        ratio,
        ratio.flatMap(now -> before.map(now::minus)),
        (int) (a.stream().filter(Step::isValid).count() + b.stream().filter(Step::isValid).count()),
        a.size() + b.size());
  }

  private static List<Step> measured(Run run, String server, Parameters at, Metric metric) {
    return run.steps(new Cell(server, at)).stream()
        .filter(step -> step.value(metric).isPresent())
        .toList();
  }

  private static Sample sample(List<Step> steps, Function<Step, Optional<Double>> value) {
    return Sample.of(steps.stream().map(value).flatMap(Optional::stream));
  }
}
