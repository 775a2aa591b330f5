package dev.tierbench.report.metric;

import dev.tierbench.report.folder.RoleSum;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.Counter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What the threads of one role did per request of the counted phase. */
public final class Roles {

  /** The counters that are compared by role. */
  public static final List<Counter> COUNTERS =
      List.of(
          Counter.CPU_NS,
          Counter.RUN_DELAY_NS,
          Counter.CS_VOLUNTARY,
          Counter.CS_INVOLUNTARY,
          Counter.FUTEX,
          Counter.READ,
          Counter.WRITE,
          Counter.EPOLL,
          Counter.OTHER,
          Counter.SYSCALLS);

  /** All threads together; the one "role" that servers of different models share. */
  public static final String ENTIRE_JVM = "entire JVM";

  private Roles() {}

  /** All roles of some steps, by name. */
  public static List<String> of(List<Step> steps) {
    TreeSet<String> roles = new TreeSet<>();
    steps.forEach(step -> roles.addAll(step.threads().roles().keySet()));
    return List.copyOf(roles);
  }

  /** All system calls that threads of a role made in some steps, by name. */
  public static List<String> syscalls(List<Step> steps, String role) {
    TreeSet<String> calls = new TreeSet<>();
    steps.stream()
        .flatMap(step -> sums(step, role).stream())
        .forEach(sum -> calls.addAll(sum.calls().keySet()));
    return List.copyOf(calls);
  }

  /** How many threads of a role were seen in the window; empty when none was. */
  public static Optional<Double> threads(Step step, String role) {
    return sums(step, role).stream().map(sum -> (double) sum.threads()).reduce(Double::sum);
  }

  /** A role that is not there has done nothing, if the counter was measured in the step at all. */
  public static Optional<Double> perRequest(Step step, String role, Counter counter) {
    boolean measured =
        step.threads().roles().values().stream().anyMatch(sum -> sum.get(counter).isPresent());
    if (!measured) {
      return Optional.empty();
    }
    List<RoleSum> sums = sums(step, role);
    List<Long> counts = sums.stream().flatMap(sum -> sum.get(counter).stream()).toList();
    if (counts.isEmpty() && !sums.isEmpty()) {
      return Optional.empty();
    }
    double amount = counts.stream().mapToDouble(Long::doubleValue).sum();
    double unit = isTime(counter) ? StepFigures.NANOS_PER_MICRO : 1;
    return StepFigures.perCountedRequest(amount / unit, step);
  }

  /** A call that was not made was made 0 times, if calls were counted in the step at all. */
  public static Optional<Double> callsPerRequest(Step step, String role, String syscall) {
    boolean measured =
        step.threads().roles().values().stream().anyMatch(sum -> !sum.calls().isEmpty());
    if (!measured) {
      return Optional.empty();
    }
    double calls =
        sums(step, role).stream()
            .mapToDouble(sum -> sum.calls().getOrDefault(syscall, 0L).doubleValue())
            .sum();
    return StepFigures.perCountedRequest(calls, step);
  }

  private static List<RoleSum> sums(Step step, String role) {
    Map<String, RoleSum> roles = step.threads().roles();
    if (role.equals(ENTIRE_JVM)) {
      return List.copyOf(roles.values());
    }
    return roles.containsKey(role) ? List.of(roles.get(role)) : List.of();
  }

  /** Times are told in microseconds, the rest are counts. */
  public static boolean isTime(Counter counter) {
    return counter == Counter.CPU_NS || counter == Counter.RUN_DELAY_NS;
  }

  /** {@code cpu, µs/req}. */
  public static String title(Counter counter) {
    return isTime(counter)
        ? counter.column().replace("_ns", "") + ", µs/req"
        : counter.column() + ", /req";
  }
}
