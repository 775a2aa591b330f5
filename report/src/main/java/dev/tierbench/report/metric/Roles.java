package dev.tierbench.report.metric;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.report.folder.Step;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the threads of one role did per operation of the traced phase. */
public final class Roles {
  private Roles() {}

  /** All roles of some steps, by name. */
  public static List<String> of(List<Step> steps) {
    TreeSet<String> roles = new TreeSet<>();
    steps.forEach(step -> roles.addAll(step.measurements().roles().keySet()));
    return List.copyOf(roles);
  }

  /** All system calls that threads of a role made in some steps, by name. */
  public static List<String> syscalls(List<Step> steps, String role) {
    TreeSet<String> calls = new TreeSet<>();
    steps.stream()
        .flatMap(step -> role(step, role))
        .forEach(found -> calls.addAll(found.callsPerOp().keySet()));
    return List.copyOf(calls);
  }

  /** How many threads of a role were seen in the window; empty when none was. */
  public static Optional<Double> threads(Step step, String role) {
    return role(step, role).map(found -> (double) found.threads()).findFirst();
  }

  private static Stream<Measurements.Role> role(Step step, String role) {
    return step.measurements().role(role).stream();
  }
}
