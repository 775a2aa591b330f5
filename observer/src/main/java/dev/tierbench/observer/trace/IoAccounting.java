package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.threads.IoCalls;
import dev.tierbench.run.record.Observation;
import java.util.Set;

/**
 * The system calls that the kernel counts in {@code syscr} and {@code syscw} of {@code
 * /proc/PID/task/TID/io} (fs/read_write.c): those that read or write through a file, also when they
 * return {@code EAGAIN}. A socket's own calls, such as {@code recvfrom} and {@code sendto}, are not
 * among them; {@code sendfile} counts as both.
 */
public final class IoAccounting {

  private static final Set<String> READS =
      Set.of("read", "pread64", "readv", "preadv", "preadv2", "sendfile");
  private static final Set<String> WRITES =
      Set.of("write", "pwrite64", "writev", "pwritev", "pwritev2", "sendfile");

  private IoAccounting() {}

  /**
   * Both accounts of one thread in the window.
   *
   * @param traced by the tracer
   * @param own by the kernel
   */
  public static Observation.IoCounts of(ThreadCalls traced, IoCalls own) {
    return new Observation.IoCounts(
        sum(traced, READS),
        own.reads(),
        sum(traced, WRITES),
        own.writes(),
        // As both when it finds two files to copy between, and else as neither.
        sum(traced, Set.of("copy_file_range")));
  }

  private static long sum(ThreadCalls calls, Set<String> names) {
    return names.stream().mapToLong(name -> calls.calls().getOrDefault(name, 0L)).sum();
  }
}
