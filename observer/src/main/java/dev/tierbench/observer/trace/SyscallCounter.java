package dev.tierbench.observer.trace;

import dev.tierbench.run.record.Observation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts the system calls of one process by thread, in a window. Not thread-safe. */
interface SyscallCounter extends AutoCloseable {

  /**
   * Returns the counter's part of the bpftrace program, which answers {@code calls}; empty when it
   * needs none.
   */
  default String program() {
    return "";
  }

  /** The arguments of that part, from the third on. */
  default List<String> arguments() {
    return List.of();
  }

  /** Makes the event that the probe of that part answers when it is attached. */
  default void greet() throws IOException {}

  /** All of bpftrace is attached. */
  default void attached(long bpftracePid) {}

  void begin() throws IOException;

  void end() throws IOException;

  /**
   * What was counted; after {@link #end}, and when bpftrace has printed everything.
   *
   * @param clockOffset bpftrace's clock, less {@link System#nanoTime}
   */
  Counted read(BpftraceOutput output, long clockOffset) throws IOException;

  @Override
  void close() throws IOException;

  /**
   * The counts.
   *
   * @param byTid the calls of each thread that made some, by number as {@link ThreadCalls#of} has
   *     it
   * @param window by bpftrace's clock; empty when its beginning or end is not known
   * @param mapUsage empty when the capacity of the map is not known
   * @param lost calls that found no room in the map, as far as the counter knows
   */
  record Counted(
      Map<Long, Map<Integer, Long>> byTid,
      Optional<TraceResult.Window> window,
      Optional<Observation.MapUsage> mapUsage,
      long lost) {}
}
