package dev.tierbench.run.record;

import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What decides whether the counts of a window may be used: the part of {@code observation.json}
 * that the rules look at.
 *
 * @param level {@code L0} (all system calls) to {@code L3} ({@code /proc} alone)
 * @param missing why it was not better
 * @param windowNs from boundary to boundary
 * @param failures why the counts are not to be used
 * @param lostEvents empty when the tracer does not report them
 * @param namedCpuShare CPU of the threads whose name is known, over that of all
 * @param cpuOfProcessShare CPU of the threads over that of the process
 * @param processSyscalls those of the process, counted apart
 * @param processCpuNs CPU of the process inside the window, in whole ticks
 * @param threadsExited threads that ended inside the window, without the kernel's work of their end
 * @param syscallsOfProcessShare system calls of the threads over those of the process
 * @param ioCounts read and write calls from two sources; empty when either is not known
 * @param snapshotSkewNs how far a thread's window of {@code /proc} may differ from the tracer's
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
public record Observed(
    String schema,
    CaptureLevel level,
    List<Caveat> missing,
    long windowNs,
    List<String> failures,
    Optional<Long> lostEvents,
    Optional<MapUsage> mapUsage,
    Optional<Double> namedCpuShare,
    Optional<Double> cpuOfProcessShare,
    Optional<Double> syscallsOfProcessShare,
    Optional<Long> processSyscalls,
    Optional<Long> processCpuNs,
    Optional<Integer> threadsExited,
    Optional<IoCounts> ioCounts,
    Optional<Long> snapshotSkewNs)
    implements ObservedBuilder.With {

  public static final String SCHEMA = "tierbench/observation/1";

  public Observed {
    missing = List.copyOf(missing);
    failures = List.copyOf(failures);
  }

  /** Nothing was counted, for that reason. */
  public static Observed failed(String reason) {
    return ObservedBuilder.builder()
        .schema(SCHEMA)
        .level(CaptureLevel.L3)
        .missing(List.of())
        .failures(List.of(reason))
        .build();
  }

  /** Entries of the tracer's map and how many fit. */
  public record MapUsage(int entries, int capacity) {}

  /**
   * Calls that read or write through a file descriptor, of the threads that lived through the whole
   * window: as the tracer counted them, and as {@code /proc/PID/task/TID/io} did.
   *
   * @param perhapsBoth traced calls that {@code /proc} may count as a read and a write or not at
   *     all
   */
  public record IoCounts(
      long tracedReads, long procReads, long tracedWrites, long procWrites, long perhapsBoth) {

    /** The calls of both. */
    public IoCounts plus(IoCounts other) {
      return new IoCounts(
          tracedReads + other.tracedReads,
          procReads + other.procReads,
          tracedWrites + other.tracedWrites,
          procWrites + other.procWrites,
          perhapsBoth + other.perhapsBoth);
    }
  }
}
