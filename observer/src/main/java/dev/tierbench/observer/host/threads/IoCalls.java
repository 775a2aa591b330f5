package dev.tierbench.observer.host.threads;

/**
 * Calls of one thread that read or write through a file descriptor, as {@code
 * /proc/PID/task/TID/io} counts them since its start: {@code syscr} and {@code syscw}.
 */
public record IoCalls(long reads, long writes) {

  /** What came after an earlier reading. */
  public IoCalls minus(IoCalls earlier) {
    return new IoCalls(reads - earlier.reads, writes - earlier.writes);
  }
}
