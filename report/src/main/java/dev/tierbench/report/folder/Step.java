package dev.tierbench.report.folder;

import dev.tierbench.run.Checks;
import dev.tierbench.run.LoadResult;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What the files of one step say: one concurrency level of one trial.
 *
 * @param observed what decides whether the counts of the counted phase may be used
 * @param seconds the scored phase second by second
 * @param damaged a file of the step is there and cannot be read
 * @param files names of all its files, relative to the run folder
 */
public record Step(
    String trial,
    String server,
    int level,
    Optional<LoadResult> load,
    Optional<Tiers> tiers,
    Optional<Checks> checks,
    Optional<Observed> observed,
    Threads threads,
    List<LatencySecond> seconds,
    boolean damaged,
    List<String> files) {

  /** The phase with the tracer attached. */
  public static final String COUNTED = "counted";

  public Step {
    seconds = List.copyOf(seconds);
    files = List.copyOf(files);
  }

  public StepState state() {
    if (checks.isPresent() && checks.get().verdict() == Verdict.FAIL) {
      return StepState.FAILED;
    }
    if (damaged) {
      return StepState.UNREADABLE;
    }
    if (files.isEmpty()) {
      return StepState.MISSING;
    }
    return checks.isPresent() && clean().isPresent() ? StepState.VALID : StepState.UNJUDGED;
  }

  public boolean isValid() {
    return state() == StepState.VALID;
  }

  /** {@code 01-tomcat-platform/0200}. */
  public String name() {
    return trial + "/" + dev.tierbench.run.RunFolder.stepName(level);
  }

  public Optional<LoadResult.Phase> clean() {
    return load.flatMap(result -> result.phase(PhaseName.MEASURE));
  }

  public Optional<LoadResult.Phase> counted() {
    return load.flatMap(result -> result.phase(COUNTED));
  }

  public Optional<Tiers.Phase> cleanTiers() {
    return tiers.flatMap(result -> result.phase(PhaseName.MEASURE));
  }

  public Optional<Tiers.Phase> countedTiers() {
    return tiers.flatMap(result -> result.phase(COUNTED));
  }

  /** The same step of a server and a trial that are told apart from another run's. */
  Step renamed(String prefix) {
    return new Step(
        prefix + trial,
        prefix + server,
        level,
        load,
        tiers,
        checks,
        observed,
        threads,
        seconds,
        damaged,
        files);
  }
}
