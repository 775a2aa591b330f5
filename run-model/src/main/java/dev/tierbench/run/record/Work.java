package dev.tierbench.run.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tierbench.run.Named;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Require;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What one cell of a suite came to: {@code work.json}. What was not measured is null.
 *
 * @param reason why the cell was not completed, for people
 * @param threads how many items could be under way at once, as the implementation found; empty
 *     without a limit
 * @param heapBytes the most that the heap could have, as the JVM found
 * @param cores of the JVM
 * @param waits of its items, which bound a run; empty when nothing does
 * @param echoSeconds the delay of the echo tier, of work that calls it
 * @param writers connections of its database, each of which does one operation at a time; empty of
 *     work without a database
 * @param prediction made before the cell began
 * @param runs in their order; one of JMH is an iteration
 * @param window empty when no run was measured
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
public record Work(
    String schema,
    String suite,
    @JsonProperty("case") String caseName,
    String implementation,
    int size,
    SuiteDescriptor.Engine engine,
    Outcome outcome,
    Optional<String> reason,
    Optional<Integer> threads,
    Optional<Long> heapBytes,
    Optional<Integer> cores,
    Optional<SuiteDescriptor.Waits> waits,
    Optional<Double> echoSeconds,
    Optional<Integer> writers,
    Prediction prediction,
    Optional<Operations> operations,
    List<Run> runs,
    Optional<Window> window,
    Optional<Score> score)
    implements WorkBuilder.With {

  public static final String SCHEMA = "tierbench/work/1";

  /** The beginning of the reason of a cell that no further thread could be started for. */
  public static final String OF_THREADS = "threads: ";

  /** Items of a cell at most. */
  private static final int MOST_ITEMS = 10_000_000;

  /** Threads that a kernel can number. */
  private static final int MOST_THREADS = 1 << 22;

  public Work {
    runs = List.copyOf(runs);
    int items = size;
    Require.that(
        items >= 0 && items <= MOST_ITEMS,
        () -> "invalid size %d: expected 0 to %d".formatted(items, MOST_ITEMS));
    threads.ifPresent(count ->
        Require.that(
            count >= 1 && count <= MOST_THREADS,
            () -> "invalid threads %d: expected 1 to %d".formatted(count, MOST_THREADS)));
    writers.ifPresent(count ->
        Require.that(count >= 1, () -> "invalid writers %d: expected 1 or more".formatted(count)));
  }

  /** How a cell ended. */
  public enum Outcome implements Named {
    COMPLETED,
    CRASHED,
    OUT_OF_MEMORY,
    REJECTED,
    TIMED_OUT,
    KILLED,
    /** Not run: beyond the budget. */
    PREDICTED,
    /** Not run: beyond a limit of the host. */
    REFUSED;

    /** Whether the cell was tried at all. */
    public boolean wasRun() {
      return this != PREDICTED && this != REFUSED;
    }
  }

  /**
   * How long a run takes at least.
   *
   * @param seconds empty when nothing bounds it
   * @param formula with its numbers
   * @param threads that the tasks need of their own
   * @param descriptors likewise
   * @param outcome how the cell ends under the limit on threads that the run sets; empty where it
   *     sets none, or where both ends are possible
   */
  public record Prediction(
      Optional<Double> seconds,
      String formula,
      int threads,
      int descriptors,
      Optional<Outcome> outcome) {}

  /**
   * The operations of all measured runs.
   *
   * @param perRun operations of one run
   * @param passes runs of the work, of which an iteration of JMH has many
   * @param wrong passes whose checksum was another than the expected
   */
  @RecordBuilder
  @RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
  public record Operations(
      String unit,
      int perRun,
      long passes,
      long submitted,
      long completed,
      long failed,
      long rejected,
      long wrong,
      long checksum,
      long checksumExpected,
      long printedBytes) {}

  /**
   * One run of a cell, or one iteration of JMH.
   *
   * @param phase {@code cold}, {@code warm}, {@code measure} or {@code trace}
   * @param operations that were done in it
   * @param cpuUserNs of the process, in ticks of 10 ms; empty of runs without boundaries of their
   *     own
   * @param threadsPeak of the JVM
   * @param settled of a run of the warm-up: whether it agreed with the one before, the JIT idle
   */
  @RecordBuilder
  @RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
  public record Run(
      String phase,
      long wallNs,
      long operations,
      Optional<Long> cpuUserNs,
      Optional<Long> cpuSystemNs,
      Optional<Long> jitCpuNs,
      Optional<Long> gcMs,
      Optional<Long> allocatedBytes,
      Optional<Long> heapBeforeBytes,
      Optional<Long> heapAfterGcBytes,
      Optional<Long> rssBeforeBytes,
      Optional<Long> rssPeakBytes,
      Optional<Long> rssAfterBytes,
      Optional<Integer> threadsPeak,
      Optional<Long> writerNsPerOp,
      Optional<Boolean> settled)
      implements WorkRunBuilder.With {}

  /**
   * What JMH found.
   *
   * @param iterations passes per second of each measured iteration
   */
  public record Score(String unit, List<Double> iterations) {
    public Score {
      iterations = List.copyOf(iterations);
    }
  }

  /**
   * All measured runs together, from boundary to boundary.
   *
   * @param boundaryLagNs how long after the boundaries the snapshots were taken
   * @param operations done in it
   * @param cpuNs of the process, in ticks of 10 ms
   * @param tracedOperations done while the threads were counted
   */
  @RecordBuilder
  @RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
  public record Window(
      long windowNs,
      long boundaryLagNs,
      long operations,
      Tiers.Host host,
      Optional<Long> cpuNs,
      Optional<Long> jitCpuNs,
      Optional<Long> gcMs,
      Optional<Long> tracedOperations) {}

  public Stream<Run> runs(PhaseName phase) {
    return runs.stream().filter(run -> phase.is(run.phase()));
  }

  /** The most of any measured run; empty when it was measured of none. */
  public <T extends Comparable<T>> Optional<T> most(Function<Run, Optional<T>> part) {
    return runs(PhaseName.MEASURE)
        .flatMap(run -> part.apply(run).stream())
        .max(Comparator.naturalOrder());
  }
}
