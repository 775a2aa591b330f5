package dev.tierbench.metrics;

import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Work;
import java.io.IOException;
import java.util.Optional;

/**
 * Computes the values of a step from its raw records. The harness writes them so, and whoever reads
 * a run folder can work them out again.
 */
public final class StepMetrics {

  private StepMetrics() {}

  /**
   * The values of an HTTP step, with what was counted by thread in its folder.
   *
   * @throws IOException when the counts cannot be read
   */
  public static Measurements measure(HttpStep records, RunFolder.Step folder) throws IOException {
    return HttpMetrics.measure(records, RoleCounts.read(folder));
  }

  /**
   * The values of a cell of a suite; likewise.
   *
   * @throws IOException when the counts cannot be read
   */
  public static Measurements measure(
      Work work, Optional<Observation> observed, RunFolder.Step folder) throws IOException {
    return SuiteMetrics.measure(work, observed, RoleCounts.read(folder));
  }
}
