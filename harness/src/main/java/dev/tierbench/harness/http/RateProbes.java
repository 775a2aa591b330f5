package dev.tierbench.harness.http;

import dev.tierbench.harness.http.plan.RateSearch;
import dev.tierbench.harness.trial.JudgedSteps;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /** The step that comes next; empty when the search is over. */
  Optional<Parameters> next() {
    Optional<Integer> rate = following();
    rate.ifPresent(handedOut::add);
    return rate.map(Parameters::rate);
  }

  private Optional<Integer> following() {
    TreeMap<Integer, Boolean> outcomes = new TreeMap<>();
    Set<Integer> spoiled = new TreeSet<>();
    TreeSet<Integer> faults = new TreeSet<>();
    for (RunFolder.Step step : steps()) {
      int rate = step.parameters().number(Parameters.RATE).orElseThrow();
      Optional<Boolean> kept = outcome(step);
      kept.ifPresent(found -> outcomes.put(rate, found));
      if (isFault(step) && !handedOut.contains(rate)) {
        faults.add(rate);
      } else if (kept.isEmpty()) {
        spoiled.add(rate);
      }
    }
    if (!faults.isEmpty()) {
      return Optional.of(faults.first());
    }
    return search.next(outcomes, spoiled);
  }

  private List<RunFolder.Step> steps() {
    try {
      return JudgedSteps.of(trial).stream()
          .filter(step -> step.parameters().number(Parameters.RATE).isPresent())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the steps of " + trial.name() + " cannot be read", e);
    }
  }

  private Optional<Boolean> outcome(RunFolder.Step step) {
    if (!Files.exists(step.measurements())) {
      return Optional.empty();
    }
    return SustainedRate.isKept(goal, read(step.measurements(), Measurements.class), checks(step));
  }

  private static boolean isFault(RunFolder.Step step) {
    return Rules.isFault(checks(step));
  }

  private static Checks checks(RunFolder.Step step) {
    return read(step.checks(), Checks.class);
  }

  private static <T> T read(Path file, Class<T> type) {
    try {
      return RunJson.read(file, type);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
