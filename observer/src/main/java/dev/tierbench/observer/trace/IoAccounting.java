package dev.tierbench.observer.trace;

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

  /** The calls that {@code syscr} counts. */
  public static long reads(ThreadCalls calls) {
    return sum(calls, READS);
  }

  /** The calls that {@code syscw} counts. */
  public static long writes(ThreadCalls calls) {
    return sum(calls, WRITES);
  }

  /** Calls that count as both when they find two files to copy between, and else as neither. */
  public static long perhapsBoth(ThreadCalls calls) {
    return calls.calls().getOrDefault("copy_file_range", 0L);
  }

  private static long sum(ThreadCalls calls, Set<String> names) {
    return names.stream().mapToLong(name -> calls.calls().getOrDefault(name, 0L)).sum();
  }
}
