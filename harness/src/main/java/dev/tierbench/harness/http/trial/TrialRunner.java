package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.run.step.BestSpeed;
import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.harness.run.step.NoisySteps;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs trials: a fault ends the step that it hit, the next step finds fresh, warm tiers. */
public final class TrialRunner {

  private final RunFolder folder;
  private final HttpPlan plan;
  private final Progress progress;
  private final BestSpeed best;
  private final ServerBench bench;

  /** A runner of the plan of the maker, whose tiers are on those hosts. */
  public TrialRunner(BenchMaker benches, MeasuredHosts hosts) {
    this.folder = benches.folder();
    this.plan = benches.plan();
    this.progress = benches.progress();
    this.best = benches.best();
    this.bench = benches.bench(hosts);
  }

  /**
   * Runs those steps of a trial on a fresh JVM, reporting each step's verdict as it is known.
   *
   * @param cells one after another; which one is next may follow from those before
   */
  public void run(Plan.Trial trial, Iterator<Parameters> cells, Consumer<JudgedStep> verdicts)
      throws InterruptedException {
    bench.begin(trial);
    while (cells.hasNext()) {
      verdicts.accept(bench.step(cells.next()));
    }
    repeatNoisy(trial, verdicts);
    bench.end();
  }

  /**
   * Measures noisy steps again at the end of the trial, on the JVM of the first try. The first
   * steps are judged once more: a faster host was found after them.
   */
  private void repeatNoisy(Plan.Trial trial, Consumer<JudgedStep> verdicts)
      throws InterruptedException {
    NoisySteps noisy = NoisySteps.of(folder, plan, trial);
    try {
      best.judgeAgain();
      for (Optional<Parameters> cell = noisy.dropNext();
          cell.isPresent();
          cell = noisy.dropNext()) {
        progress.adds(new DurationEstimate(plan).step());
        progress.say(
            String.format(
                "%s at %s: the host was noisy, measured again (%d of at most %d)",
                trial.name(), cell.get().label(), noisy.dropped(), noisy.most()));
        verdicts.accept(bench.step(cell.get()));
      }
    } catch (IOException | UncheckedIOException e) {
      progress.say(trial.name() + ": no noisy step is measured again: " + e.getMessage());
    }
  }
}
