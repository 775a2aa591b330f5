package dev.tierbench.rules;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.trend.Throughputs;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import java.util.List;
import java.util.Optional;

/**
 * All that the rules look at in a cell of a suite.
 *
 * @param counted what decides over the counts by thread, from whichever source
 */
public record MeasuredCell(
    Work work, Measurements measurements, Optional<Observation> counted, SuitePlan plan)
    implements MeasuredWindow {

  private static final int LEAST_RUNS = 5;

  /**
   * Observation of the tracer; a cell whose threads were read from {@code /proc} by plan has none.
   */
  @Override
  public Optional<Observation> observed() {
    return work.runs(PhaseName.TRACE).findAny().flatMap(run -> counted);
  }

  /** The measured runs; rules that need them are applied only with them. */
  Work.Window window() {
    return work.window().orElseThrow();
  }

  @Override
  public Tiers.Host host() {
    return window().host();
  }

  @Override
  public BoundaryLag boundaryLag() {
    return new BoundaryLag("", window().boundaryLagNs(), window().windowNs(), true);
  }

  /**
   * Runs or passes per second. A few runs show no trend; runs without a warm-up get faster by
   * design, which {@code warm_runs} says.
   */
  @Override
  public Optional<Throughputs> throughputs() {
    List<Double> all =
        work.score()
            .map(Work.Score::iterations)
            .orElseGet(() ->
                work.runs(PhaseName.MEASURE).map(run -> NANOS_PER_SECOND / run.wallNs()).toList());
    boolean cold = work.score().isEmpty() && plan.engines().once().warmSeconds() == 0;
    return cold || all.size() < LEAST_RUNS ? Optional.empty() : Optional.of(Throughputs.each(all));
  }
}
