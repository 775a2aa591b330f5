package dev.tierbench.harness.run.step;

import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The steps of a trial that others on the hardware spoiled. The probe and the accounts of kernel
 * and hypervisor decide, and never a value of the server: to repeat a step by its result would be
 * to choose the result. What is dropped stays in the folder of its trial.
 *
 * @param most how many are dropped at most
 */
public record NoisySteps(RunFolder.Trial trial, List<Parameters> cells, int most) {

  /** The noisy steps of a trial of that plan. */
  public static NoisySteps of(RunFolder folder, HttpPlan plan, Plan.Trial trial) {
    return new NoisySteps(
        folder.trial(trial.name()), plan.cells(trial.subject()), plan.repeatNoisy());
  }

  /** Whether any may still be measured again. */
  public boolean isAny() {
    return next().isPresent();
  }

  /** How many were dropped. */
  public int dropped() {
    return (int)
        IntStream.rangeClosed(1, most)
            .filter(number -> Files.exists(trial.dropped().resolve(String.valueOf(number))))
            .count();
  }

  /**
   * Puts the next one aside, so that its place is free; empty when there is none, or {@code most}
   * were.
   */
  public Optional<Parameters> dropNext() throws IOException {
    Optional<Parameters> next = next();
    if (next.isPresent()) {
      RunFolder.Step aside = trial.dropped(dropped() + 1, next.get());
      Files.createDirectories(aside.path().getParent());
      Files.move(trial.step(next.get()).path(), aside.path());
    }
    return next;
  }

  /** The one that was dropped the fewest times, of those the first. */
  private Optional<Parameters> next() {
    return dropped() >= most
        ? Optional.empty()
        : cells.stream().filter(this::isNoisy).min(Comparator.comparingLong(this::times));
  }

  private boolean isNoisy(Parameters cell) {
    return TrialSteps.verdict(trial.step(cell)).flatMap(Rules::noise).isPresent();
  }

  private long times(Parameters cell) {
    return IntStream.rangeClosed(1, most)
        .filter(number -> Files.exists(trial.dropped(number, cell).path()))
        .count();
  }
}
