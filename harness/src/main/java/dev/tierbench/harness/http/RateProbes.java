package dev.tierbench.harness.http;

import dev.tierbench.harness.http.plan.RateSearch;
import dev.tierbench.harness.run.step.RateStep;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The steps of a trial that search the highest rate. What comes next follows from the steps that
 * are in the folder, so that a search goes on where it was interrupted; a step that ended by a
 * fault before is measured again.
 */
final class RateProbes {

  private final LatencyGoal goal;
  private final RateSearch search;
  private final RunFolder.Trial trial;
  private final Set<Integer> handedOut = new HashSet<>();

  RateProbes(LatencyGoal goal, RateSearch search, RunFolder.Trial trial) {
    this.goal = goal;
    this.search = search;
    this.trial = trial;
  }

  /** The steps to the end of the search; each follows from the verdict of the one before it. */
  Stream<Parameters> steps() {
    return Stream.generate(this::next).takeWhile(Optional::isPresent).map(Optional::orElseThrow);
  }

  /** The step that comes next; empty when the search is over. */
  Optional<Parameters> next() {
    TreeMap<Integer, Boolean> outcomes = new TreeMap<>();
    Set<Integer> spoiled = new TreeSet<>();
    TreeSet<Integer> faults = new TreeSet<>();
    for (RateStep step : measured()) {
      step.kept().ifPresent(found -> outcomes.put(step.rate(), found));
      if (step.fault() && !handedOut.contains(step.rate())) {
        faults.add(step.rate());
      } else if (step.kept().isEmpty()) {
        spoiled.add(step.rate());
      }
    }
    Optional<Integer> rate =
        faults.isEmpty() ? search.next(outcomes, spoiled) : Optional.of(faults.first());
    rate.ifPresent(handedOut::add);
    return rate.map(Parameters::rate);
  }

  private List<RateStep> measured() {
    try {
      return RateStep.of(trial, goal);
    } catch (IOException e) {
      throw new UncheckedIOException("the steps of a search cannot be read: " + e.getMessage(), e);
    }
  }
}
