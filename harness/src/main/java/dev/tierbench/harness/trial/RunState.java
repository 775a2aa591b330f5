package dev.tierbench.harness.trial;

import dev.tierbench.run.Checks;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a whole run came to. */
public final class RunState {
  private RunState() {}

  /**
   * Partial while a step has no verdict, else failed when any is FAIL.
   *
   * @throws IOException when a verdict cannot be read
   */
  public static Manifest.State of(RunFolder folder, Plan plan) throws IOException {
    if (plan instanceof HttpPlan http && http.needsSaturation()) {
      return Manifest.State.PARTIAL;
    }
    boolean failed = false;
    for (Plan.Trial trial : plan.order()) {
      for (Parameters cell : plan.cells(trial.subject())) {
        Path checks = folder.trial(trial.name()).step(cell).checks();
        if (!Files.exists(checks)) {
          return Manifest.State.PARTIAL;
        }
        failed |= RunJson.read(checks, Checks.class).verdict() == Verdict.FAIL;
      }
    }
    return failed ? Manifest.State.FAILED : Manifest.State.COMPLETE;
  }
}
