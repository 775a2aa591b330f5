package dev.tierbench.run;

/**
 * How much could be counted, from everything to what any user may read. A capture that is not told
 * otherwise has L0 or L3: the tools of L1 and L2 change what they measure.
 */
public enum CaptureLevel {
  L0("every system call per thread, counted in the kernel"),
  L1("system calls per thread by perf trace, which may lose events"),
  L2("system calls of the whole process by perf stat, none per thread"),
  L3("/proc only: CPU, switches and faults, no system calls");

  private final String description;

  CaptureLevel(String description) {
    this.description = description;
  }

  /** What this level counts. */
  public String description() {
    return description;
  }

  /** Whether a capture may have this level without being asked for it. */
  public boolean isAutomatic() {
    return this == L0 || this == L3;
  }

  /** The number in its name: 0 counts everything. */
  public int number() {
    return Integer.parseInt(name().substring(1));
  }

  /** Whether it counts at least as much as the other. */
  public boolean reaches(CaptureLevel other) {
    return compareTo(other) <= 0;
  }
}
