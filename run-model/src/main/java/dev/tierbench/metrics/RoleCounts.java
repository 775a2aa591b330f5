package dev.tierbench.metrics;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import dev.tierbench.run.OrderedMap;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.SyscallRow;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadTable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the threads of the server did in the traced window, by role.
 *
 * @param roles in the order of their first thread; empty when no thread was counted
 */
public record RoleCounts(Map<String, Role> roles) {

  public static final RoleCounts NONE = new RoleCounts(Map.of());

  public RoleCounts {
    roles = OrderedMap.copyOf(roles);
  }

  /**
   * The threads of one role.
   *
   * @param counts a counter that one of the threads lacks is absent
   * @param calls by system call; empty when none were counted
   * @param busiest CPU of the thread with the most, over the mean of all; empty of a single thread,
   *     of threads of which one has no count, and of several roles together
   */
  public record Role(
      int threads, Counts counts, Map<String, Long> calls, Optional<Double> busiest) {
    public Role {
      calls = Collections.unmodifiableMap(new TreeMap<>(calls));
    }
  }

  public static RoleCounts of(ThreadTable threads, SyscallTable syscalls) {
    Map<String, Map<String, Long>> calls =
        syscalls.rows().stream()
            .collect(
                groupingBy(
                    SyscallRow::role,
                    groupingBy(SyscallRow::syscall, summingLong(SyscallRow::calls))));
    Map<String, Role> roles = new LinkedHashMap<>();
    threads
        .byRole()
        .forEach((role, rows) ->
            roles.put(
                role,
                new Role(
                    rows.size(),
                    ThreadTable.sum(rows),
                    calls.getOrDefault(role, Map.of()),
                    busiest(rows))));
    return new RoleCounts(roles);
  }

  private static Optional<Double> busiest(List<ThreadRow> rows) {
    List<Long> cpu =
        rows.stream().flatMap(row -> row.counts().get(Counter.CPU_NS).stream()).toList();
    long sum = cpu.stream().mapToLong(Long::longValue).sum();
    return rows.size() < 2 || cpu.size() < rows.size() || sum == 0
        ? Optional.empty()
        : Optional.of(Collections.max(cpu) * (double) cpu.size() / sum);
  }

  /**
   * Reads those of a step's folder; none when no thread was counted in it.
   *
   * @throws IOException when they cannot be read
   */
  public static RoleCounts read(RunFolder.Step step) throws IOException {
    if (!Files.exists(step.threads())) {
      return NONE;
    }
    return of(
        ThreadTable.read(step.threads()),
        Files.exists(step.syscalls())
            ? SyscallTable.read(step.syscalls())
            : new SyscallTable(List.of()));
  }

  /** All threads together. */
  public Role all() {
    int threads = roles.values().stream().mapToInt(Role::threads).sum();
    Counts counts = Counts.sum(roles.values().stream().map(Role::counts).toList());
    Map<String, Long> calls =
        roles.values().stream()
            .flatMap(role -> role.calls().entrySet().stream())
            .collect(groupingBy(Map.Entry::getKey, summingLong(Map.Entry::getValue)));
    return new Role(threads, counts, calls, Optional.empty());
  }
}
