package dev.tierbench.harness.preflight;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A limit of a host on what one process has.
 *
 * @param name of what sets it, as somebody would look for it
 */
public record HostLimit(long most, String name) {

  /** A thread's stack and its guard are a mapping each. */
  private static final int MAPPINGS_PER_THREAD = 2;

  /**
   * The least of the limits on threads; empty when none can be read.
   *
   * @param sysctl the text of a setting of the kernel by its path below {@code /proc/sys}
   */
  public static Optional<HostLimit> onThreads(Function<String, Optional<String>> sysctl) {
    return Stream.of(
            number(sysctl, "kernel/pid_max", 1, "kernel.pid_max"),
            number(sysctl, "kernel/threads-max", 1, "kernel.threads-max"),
            number(sysctl, "vm/max_map_count", MAPPINGS_PER_THREAD, "half of vm.max_map_count"))
        .flatMap(Optional::stream)
        .min(Comparator.comparingLong(HostLimit::most));
  }

  private static Optional<HostLimit> number(
      Function<String, Optional<String>> sysctl, String path, int each, String name) {
    return sysctl.apply(path).map(text -> new HostLimit(Long.parseLong(text.strip()) / each, name));
  }
}
