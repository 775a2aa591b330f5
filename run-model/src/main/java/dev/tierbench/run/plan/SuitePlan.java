package dev.tierbench.run.plan;

import dev.tierbench.run.Parameters;
import dev.tierbench.run.Require;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan of a suite: cases of one study, each in a fresh JVM.
 *
 * @param suite its name, that of its descriptor
 * @param descriptor as it was read when the run began
 * @param cells every case at every size, in order
 * @param budgetSeconds the longest predicted run of a cell that is measured; beyond it the
 *     prediction is shown
 * @param engines how often a cell is run
 * @param settings of the work itself, such as the delay of the echo tier
 */
@RecordBuilder
public record SuitePlan(
    Common common,
    String suite,
    SuiteDescriptor descriptor,
    List<Parameters> cells,
    double budgetSeconds,
    Engines engines,
    Map<String, String> settings)
    implements Plan, SuitePlanBuilder.With {

  public SuitePlan {
    cells = List.copyOf(cells);
    settings = Map.copyOf(settings);
    Require.that(!cells.isEmpty(), () -> "a suite needs a case and a size");
    Require.that(budgetSeconds > 0, () -> "the budget must be longer than 0 s");
  }

  /**
   * How often a cell is run.
   *
   * @param once of work that is one event
   * @param trace in which trial, from 1, one more run is traced; empty when threads are read from
   *     {@code /proc} alone
   */
  public record Engines(Once once, Jmh jmh, Optional<Integer> trace) {}

  /**
   * Work that is one event.
   *
   * @param warmSeconds the longest warm-up; a run that is predicted to be longer is not warmed up
   * @param repeats measured runs of one that is warmed up
   */
  public record Once(double warmSeconds, int repeats) {
    public Once {
      Require.that(repeats > 0, () -> "a cell needs a measured run");
    }
  }

  /** Work of nanoseconds to microseconds, measured by JMH. */
  public record Jmh(
      int warmIterations, double warmSeconds, int iterations, double iterationSeconds) {
    public Jmh {
      Require.that(iterations > 0, () -> "a cell needs a measured iteration");
    }
  }

  /** The implementation behind a subject, which may be a variant or the A/A control. */
  public SuiteDescriptor.Implementation implementation(String subject) {
    return descriptor.implementations().get(variant(subject).server());
  }

  @Override
  public List<Parameters> cells(String subject) {
    return cells.stream().filter(cell -> isRunBy(subject, cell)).toList();
  }

  /** Whether a subject has that cell: a control is of one implementation alone. */
  public boolean isRunBy(String subject, Parameters cell) {
    String implementation = variant(subject).server();
    return Optional.ofNullable(caseOf(cell)).stream().allMatch(one -> one.isRunBy(implementation));
  }

  /** The case of a cell. */
  public SuiteDescriptor.Case caseOf(Parameters cell) {
    return descriptor.cases().get(cell.values().get(SuiteDescriptor.CASE));
  }
}
