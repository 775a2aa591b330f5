package dev.tierbench.report.page;

import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.NoiseFloor;
import java.util.List;

/**
 * A run with what is worked out of it once, for its page and its answer.
 *
 * @param noise of the host
 * @param comparisons every subject against every other
 */
public record RunAnalysis(Run run, NoiseFloor noise, List<Comparison> comparisons) {

  public RunAnalysis {
    comparisons = List.copyOf(comparisons);
  }

  public static RunAnalysis of(Run run) {
    return of(run, NoiseFloor.of(run));
  }

  /** With a noise that is not the run's own, as of two runs side by side. */
  static RunAnalysis of(Run run, NoiseFloor noise) {
    return new RunAnalysis(run, noise, ServerComparisons.all(run, noise));
  }
}
