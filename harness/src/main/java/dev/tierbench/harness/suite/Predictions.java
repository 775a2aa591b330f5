package dev.tierbench.harness.suite;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.metrics.Bounds;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Engine;
import dev.tierbench.run.descriptor.SuiteDescriptor.Implementation;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Work.Outcome;
import dev.tierbench.run.record.Work.Prediction;
import java.util.Locale;
import java.util.Optional;

/**
 * How long the cells of a plan take, before they are run.
 *
 * @param cores that a worker may use
 */
record Predictions(SuitePlan plan, int cores, HostLimits limits) {

  /** Seconds to start the JVM of a worker and to end it. */
  private static final double START_SECONDS = 1.0;

  /** JMH reads the version of a JVM, and starts a host and a fork. */
  private static final double JMH_START_SECONDS = 1.8;

  /** Seconds until the tracer is attached and confirmed, and its output is read. */
  private static final double ATTACH_SECONDS = 2.5;

  private static final double LONGEST_TRACED_SECONDS = 10;

  /** Threads of a worker beside those of its tasks: collector, compilers, client, Java's own. */
  private static final int THREADS_OF_A_JVM = 100;

  /** Multiple of a limit from which on tasks are started faster than they end. */
  private static final int CERTAINLY_BEYOND = 10;

  /** Longest run that is repeated: the time of longer ones is their bound, once is enough. */
  private static final double LONGEST_REPEATED_SECONDS = 20;

  Prediction of(String subject, Parameters cell) {
    Implementation implementation = plan.implementation(subject);
    int size = cell.number(SuiteDescriptor.SIZE).orElseThrow();
    int threads = Math.multiplyExact(implementation.perTask().threads(), size);
    int descriptors = Math.multiplyExact(implementation.perTask().descriptors(), size);
    double micros = implementation.perTask().micros(cell.values().get(SuiteDescriptor.CASE));
    double work = size * micros / MICROS_PER_SECOND;
    if (plan.caseOf(cell).engine() == Engine.JMH) {
      // A pass is predicted where it may take longer than an iteration.
      return new Prediction(
          Optional.of(work).filter(seconds -> seconds > 0),
          work > 0 ? estimate(size, micros) : "by JMH",
          threads,
          descriptors,
          Optional.empty());
    }
    Optional<Bounds.Bound> bound = bound(subject, cell);
    double waiting = bound.map(Bounds.Bound::seconds).orElse(0.0);
    String formula =
        work > waiting
            ? estimate(size, micros)
            : bound.map(Bounds.Bound::formula).orElse("not predicted");
    Optional<Integer> limit = plan.caseOf(cell).threadLimit();
    return new Prediction(
        Optional.of(Math.max(waiting, work)),
        formula + limit.map(most -> "; " + within(most, threads)).orElse(""),
        threads,
        descriptors,
        limit.flatMap(most -> outcome(most, threads)));
  }

  private static String estimate(int size, double micros) {
    return String.format(Locale.ROOT, "%,d x %s µs, an estimate", size, Numbers.of(micros));
  }

  private static String within(int limit, int threads) {
    return String.format(
        Locale.ROOT,
        "%,d threads of tasks and about %d of the JVM, of %,d",
        threads,
        THREADS_OF_A_JVM,
        limit);
  }

  /**
   * How a cell ends under a limit on threads. A task may end before the last one begins, so a need
   * of somewhat more threads than the limit tells nothing.
   */
  private static Optional<Outcome> outcome(int limit, int threads) {
    if (threads + THREADS_OF_A_JVM <= limit) {
      return Optional.of(Outcome.COMPLETED);
    }
    return threads >= CERTAINLY_BEYOND * limit
        ? Optional.of(Outcome.OUT_OF_MEMORY)
        : Optional.empty();
  }

  /** How many runs of a cell are measured. */
  int repeats(String subject, Parameters cell) {
    return Optional.ofNullable(plan.descriptor().presets().get(plan.common().preset()))
        .flatMap(preset ->
            preset.runs(
                plan.variant(subject).server(), cell.number(SuiteDescriptor.SIZE).orElseThrow()))
        .orElse(isShort(subject, cell) ? plan.engines().once().repeats() : 1);
  }

  private Optional<Bounds.Bound> bound(String subject, Parameters cell) {
    return plan.caseOf(cell)
        .waits()
        .map(waits ->
            Bounds.of(
                waits,
                cell.number(SuiteDescriptor.SIZE).orElseThrow(),
                plan.implementation(subject).pool().on(cores),
                new Bounds.Call(
                    EchoTier.delaySeconds(plan).orElse(0.0),
                    0,
                    SuiteDatabase.writers(plan).orElse(1))));
  }

  /**
   * Why a cell is not run; empty when it is.
   *
   * @param round which trial of its implementation it is, from 1
   */
  Optional<Ending> notRun(String subject, Parameters cell, int round) {
    Prediction prediction = of(subject, cell);
    Optional<Ending> refused =
        limits.refusal(prediction).map(reason -> Ending.of(Outcome.REFUSED, reason));
    if (refused.isPresent()) {
      return refused;
    }
    double seconds = prediction.seconds().orElse(0.0);
    if (seconds > plan.budgetSeconds()) {
      boolean bounded = boundSeconds(subject, cell) >= seconds;
      return Optional.of(
          Ending.of(
              Outcome.PREDICTED,
              String.format(
                  Locale.ROOT,
                  "%s %s (%s), beyond the budget of %s",
                  bounded ? "at least" : "about",
                  Numbers.span(seconds),
                  prediction.formula(),
                  Numbers.span(plan.budgetSeconds()))));
    }
    return round > 1 && lengthOfItsCase(subject, cell) > LONGEST_REPEATED_SECONDS
        ? Optional.of(
            Ending.of(
                Outcome.PREDICTED,
                "a run of more than "
                    + Numbers.span(LONGEST_REPEATED_SECONDS)
                    + " is measured in the first trial only"))
        : Optional.empty();
  }

  private double boundSeconds(String subject, Parameters cell) {
    return bound(subject, cell).map(Bounds.Bound::seconds).orElse(0.0);
  }

  /**
   * The length by which runs are warmed up, repeated, traced and left out: that of the bound, which
   * all implementations on like pools have in common, so that a guess of what one costs never makes
   * one arm of a comparison warmer than another. Of JMH, which repeats a pass itself, the estimate.
   */
  private double lengthOfItsCase(String subject, Parameters cell) {
    return plan.caseOf(cell).engine() == Engine.JMH
        ? of(subject, cell).seconds().orElse(0.0)
        : boundSeconds(subject, cell);
  }

  /**
   * How many items the runs of a warm-up have: all, or so many that one is within the warm-up; 0
   * when not even one item is.
   */
  int warmSize(String subject, Parameters cell) {
    int size = cell.number(SuiteDescriptor.SIZE).orElseThrow();
    String caseName = cell.values().get(SuiteDescriptor.CASE);
    while (size > 0 && !isShort(subject, SuiteDescriptor.cell(caseName, size))) {
      size /= 2;
    }
    return plan.engines().once().warmSeconds() > 0 ? size : 0;
  }

  /** Whether a run is so short that it is repeated, and the warm-up has all of its items. */
  boolean isShort(String subject, Parameters cell) {
    return lengthOfItsCase(subject, cell) <= plan.engines().once().warmSeconds();
  }

  /** Whether the tracer counts in one more run: not where that run would take long. */
  boolean isTraced(String subject, Parameters cell, int round) {
    return plan.engines().trace().filter(traced -> traced == round).isPresent()
        && lengthOfItsCase(subject, cell) <= LONGEST_TRACED_SECONDS;
  }

  /** How long a cell takes with everything around it. */
  double cellSeconds(String subject, Parameters cell, int round) {
    if (notRun(subject, cell, round).isPresent()) {
      return 0;
    }
    return START_SECONDS + workSeconds(subject, cell, isTraced(subject, cell, round));
  }

  /** The longest that the work of a cell may take as a rule. */
  double workSeconds(String subject, Parameters cell, boolean traced) {
    double run = of(subject, cell).seconds().orElse(0.0);
    if (plan.caseOf(cell).engine() == Engine.JMH) {
      SuitePlan.Jmh jmh = plan.engines().jmh();
      return JMH_START_SECONDS
          + jmh.warmIterations() * Math.max(run, jmh.warmSeconds())
          + (jmh.iterations() + (traced ? 1 : 0)) * Math.max(run, jmh.iterationSeconds())
          + (traced ? ATTACH_SECONDS : 0);
    }
    SuitePlan.Once once = plan.engines().once();
    double warm = once.warmSeconds() + (isShort(subject, cell) ? run : 0);
    int runs = repeats(subject, cell) + (traced ? 1 : 0);
    return warm + run * runs + (traced ? ATTACH_SECONDS : 0);
  }
}
