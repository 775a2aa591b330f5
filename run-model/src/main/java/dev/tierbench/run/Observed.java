package dev.tierbench.run;

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
 * @param lostEvents empty when the tracer cannot tell
 * @param namedCpuShare CPU of the threads whose name is known, over that of all
 * @param cpuOfProcessShare CPU of the threads over that of the process
 * @param processSyscalls those of the process, counted apart
 * @param processCpuNs CPU of the process inside the window, in whole ticks
 * @param threadsExited threads that ended inside the window, without the kernel's work of their end
 * @param syscallsOfProcessShare system calls of the threads over those of the process
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
    Optional<Integer> threadsExited)
    implements ObservedBuilder.With {

  public static final String SCHEMA = "tierbench/observation/1";

  public Observed {
    missing = List.copyOf(missing);
    failures = List.copyOf(failures);
  }

  /** Nothing was counted, for that reason. */
  public static Observed failed(String reason) {
    return ObservedBuilder.stagedBuilder()
        .schema(SCHEMA)
        .level(CaptureLevel.L3)
        .missing(List.of())
        .windowNs(0)
        .failures(List.of(reason))
        .lostEvents(Optional.empty())
        .mapUsage(Optional.empty())
        .namedCpuShare(Optional.empty())
        .cpuOfProcessShare(Optional.empty())
        .syscallsOfProcessShare(Optional.empty())
        .processSyscalls(Optional.empty())
        .processCpuNs(Optional.empty())
        .threadsExited(Optional.empty())
        .build();
  }

  /** Entries of the tracer's map and how many fit. */
  public record MapUsage(int entries, int capacity) {}
}
