package dev.tierbench.observer.trace;

import dev.tierbench.run.Observed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts the system calls of one process by thread, in a window. Not thread-safe. */
interface SyscallCounter extends AutoCloseable {

  /** Its part of the program that bpftrace runs; empty without one. */
  String program();

  /** The arguments of that part, from the third on. */
  List<String> arguments();

  /** How the probes of that part answer when they are attached. */
  Set<String> answers();

  /** Makes the events that they answer. */
  void greet() throws IOException;

  /** All of bpftrace is attached. */
  void attached(long bpftracePid);

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
   * @param byTid the calls of each thread that made some
   * @param window by bpftrace's clock; empty when its beginning or end is not known
   * @param mapUsage empty when the capacity of the map is not known
   * @param lost calls that found no room in the map, as far as the counter knows
   */
  record Counted(
      Map<Long, ThreadCalls> byTid,
      Optional<TraceResult.Window> window,
      Optional<Observed.MapUsage> mapUsage,
      long lost) {}
}
