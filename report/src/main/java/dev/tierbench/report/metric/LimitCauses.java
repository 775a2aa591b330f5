package dev.tierbench.report.metric;

import dev.tierbench.report.folder.Step;
import dev.tierbench.run.record.Checks;
import java.util.List;

/** What kept steps from more throughput, as their checks say. */
public final class LimitCauses {
  private LimitCauses() {}

  /** The cause of each step that has one, in their order. */
  public static List<Checks.LimitedBy> of(List<Step> steps) {
    return steps.stream()
        .flatMap(step -> step.checks().flatMap(Checks::limitedBy).stream())
        .toList();
  }
}
