package dev.tierbench.rules;

import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Observation;
import java.time.Duration;
import java.util.Optional;

/** What was counted by thread against what the kernel or perf counted of the same window. */
final class IndependentCounts {

  /**
   * Tracer and perf open and close their windows some microseconds apart, so that each may see some
   * calls which the other does not.
   */
  private static final long BOUNDARY_CALLS = 10;

  /**
   * Share of all system calls that may differ there: a thread that was kept waiting at the boundary
   * makes many at once. 44 of 360,000 were seen, with snapshots half a millisecond from the window.
   */
  private static final double BOUNDARY_SHARE = 2e-4;

  private static final double WORTH_STATING = 1e-4;

  private IndependentCounts() {}

  static Check sumCpu(Observation observed, CheckFactory ruling) {
    double rounding = observed.cpuRounding();
    return rounding > Observation.MOST_ROUNDING
        ? ruling.unmeasured(
            "the process used %d ms of CPU, too little to compare: /proc counts in ticks of 10 ms",
            Duration.ofNanos(observed.processCpuNs().get()).toMillis())
        : sum(
            "CPU",
            observed.cpuOfProcessShare(),
            rounding,
            "ticks of 10 ms, and ends of threads,",
            ruling);
  }

  static Check sumSyscalls(Observation observed, CheckFactory ruling) {
    double boundaries =
        observed
            .processSyscalls()
            .filter(calls -> calls > 0)
            .map(calls -> (double) BOUNDARY_CALLS / calls)
            .orElse(0.0);
    if (boundaries > Observation.MOST_ROUNDING) {
      return ruling.unmeasured(
          "the process made %d system calls, too few to compare: %d may differ at the boundaries",
          observed.processSyscalls().get(), BOUNDARY_CALLS);
    }
    return sum(
        "system calls",
        observed.syscallsOfProcessShare(),
        boundaries,
        BOUNDARY_CALLS + " calls at the boundaries",
        ruling);
  }

  /**
   * The sum over the threads against the process.
   *
   * @param rounding the share by which they may differ without any thread missing
   * @param reason of that share
   */
  private static Check sum(
      String what, Optional<Double> share, double rounding, String reason, CheckFactory ruling) {
    if (share.isEmpty()) {
      return ruling.unmeasured("no count of the whole process to compare the threads with");
    }
    return ruling.below(
        100 * Math.max(0, Math.abs(share.get() - 1) - rounding),
        "%s of the threads: %.2f %% of the process's%s",
        what,
        100 * share.get(),
        rounding < WORTH_STATING
            ? ""
            : CheckFactory.text(", of which %s explain %.2f", reason, 100 * rounding));
  }

  /** The worse of reads and writes: what neither the boundaries nor the snapshots explain. */
  static Check ioCounts(Observation observed, CheckFactory ruling) {
    if (observed.ioCounts().isEmpty()) {
      return ruling.unmeasured("/proc/PID/task/TID/io was not read, or no call was traced");
    }
    Observation.IoCounts counts = observed.ioCounts().get();
    double skew =
        observed
            .snapshotSkewNs()
            .filter(nanos -> observed.windowNs() > 0)
            .map(nanos -> (double) nanos / observed.windowNs())
            .orElse(0.0);
    double boundaries =
        Math.max(BOUNDARY_CALLS, BOUNDARY_SHARE * observed.processSyscalls().orElse(0L));
    double worst =
        Math.max(
            unexplained(
                counts.tracedReads(), counts.perhapsBoth(), counts.procReads(), boundaries, skew),
            unexplained(
                counts.tracedWrites(),
                counts.perhapsBoth(),
                counts.procWrites(),
                boundaries,
                skew));
    return ruling.below(
        100 * worst,
        "traced %d reads and %d writes, /proc counted %d and %d; the snapshots explain %.2f %%",
        counts.tracedReads(),
        counts.tracedWrites(),
        counts.procReads(),
        counts.procWrites(),
        100 * skew);
  }

  /** The share of calls that differ beyond those that the boundaries and the snapshots explain. */
  private static double unexplained(
      long traced, long perhaps, long proc, double boundaries, double skew) {
    long beyond = Math.max(traced - proc, proc - traced - perhaps);
    double difference = beyond - boundaries - skew * proc;
    return difference <= 0 ? 0 : difference / Math.max(traced, proc);
  }
}
