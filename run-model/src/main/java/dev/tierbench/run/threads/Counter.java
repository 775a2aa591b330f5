package dev.tierbench.run.threads;

import java.util.Locale;

/** What is counted of a thread: the numeric columns of {@code threads.csv}, in their order. */
public enum Counter {
  CPU_NS,
  RUN_DELAY_NS,
  CS_VOLUNTARY,
  CS_INVOLUNTARY,
  MIGRATIONS,
  MINOR_FAULTS,
  MAJOR_FAULTS,
  INSTRUCTIONS,
  CYCLES,
  SYSCALLS,
  FUTEX,
  FUTEX_WAIT,
  FUTEX_WAKE,
  READ,
  WRITE,
  EPOLL,
  OTHER;

  /** The name of the column. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }
}
