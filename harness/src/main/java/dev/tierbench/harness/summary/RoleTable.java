package dev.tierbench.harness.summary;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import dev.tierbench.run.Plan;
import dev.tierbench.run.ThreadRow;
import dev.tierbench.run.ThreadTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What each role of threads of each server asked of the kernel, for each request. */
final class RoleTable {

  private static final List<Counter> COUNTERS =
      List.of(
          Counter.CS_VOLUNTARY,
          Counter.CS_INVOLUNTARY,
          Counter.FUTEX,
          Counter.READ,
          Counter.WRITE,
          Counter.EPOLL,
          Counter.SYSCALLS);
  private static final double NANOS_PER_MICRO = 1_000;

  static final List<String> HEAD =
      List.of(
          "concurrent",
          "server",
          "role",
          "threads",
          "CPU us",
          "voluntary switches",
          "involuntary switches",
          "futex",
          "read",
          "write",
          "epoll",
          "all syscalls");

  private RoleTable() {}

  /** The lines for some levels, from the trial that the summary shows. */
  static List<List<String>> lines(Plan plan, List<StepFigures> steps, List<Integer> levels) {
    List<List<String>> lines = new ArrayList<>();
    for (int level : levels) {
      for (String server : plan.servers()) {
        List<StepFigures> valid =
            steps.stream()
                .filter(step -> step.level() == level && step.trial().server().equals(server))
                .filter(StepFigures::isValid)
                .toList();
        if (!valid.isEmpty()) {
          StepFigures shown = Rows.median(valid);
          shown.counted().ifPresent(counted -> add(lines, shown, counted));
        }
      }
    }
    return lines;
  }

  private static void add(List<List<String>> lines, StepFigures step, CountedFigures counted) {
    Map<String, List<ThreadRow>> roles = counted.threads().byRole();
    roles.entrySet().stream()
        .sorted((a, b) -> Long.compare(cpu(b.getValue()), cpu(a.getValue())))
        .forEach(role -> lines.add(line(step, counted, role.getKey(), role.getValue())));
    lines.add(line(step, counted, "entire JVM", counted.threads().rows()));
  }

  private static long cpu(List<ThreadRow> rows) {
    return ThreadTable.sum(rows).get(Counter.CPU_NS).orElse(0L);
  }

  private static List<String> line(
      StepFigures step, CountedFigures counted, String role, List<ThreadRow> rows) {
    Counts sum = ThreadTable.sum(rows);
    List<String> cells = new ArrayList<>();
    cells.add(String.valueOf(step.level()));
    cells.add(step.trial().server());
    cells.add(role);
    cells.add(String.valueOf(rows.size()));
    Optional<Double> cpuNanos = counted.perRequest(sum, Counter.CPU_NS);
    cells.add(Table.number("%,.1f", cpuNanos.map(nanos -> nanos / NANOS_PER_MICRO)));
    for (Counter counter : COUNTERS) {
      cells.add(Table.number("%,.3f", counted.perRequest(sum, counter)));
    }
    return cells;
  }
}
