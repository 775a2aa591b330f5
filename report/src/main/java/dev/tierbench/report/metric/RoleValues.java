package dev.tierbench.report.metric;

import dev.tierbench.report.folder.Step;
import java.util.List;
import java.util.Optional;

/** What the threads of one role did per operation of the traced phase. */
public final class RoleValues {
  private RoleValues() {}

  /** All roles of some steps, by name. */
  public static List<String> of(List<Step> steps) {
    return steps.stream()
        .flatMap(step -> step.measurements().roles().keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** All system calls that threads of a role made in some steps, by name. */
  public static List<String> syscalls(List<Step> steps, String role) {
    return steps.stream()
        .flatMap(step -> step.measurements().role(role).stream())
        .flatMap(found -> found.callsPerOp().keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** How many threads of a role were seen in the window; empty when none was. */
  public static Optional<Double> threads(Step step, String role) {
    return step.measurements().role(role).map(found -> (double) found.threads());
  }
}
