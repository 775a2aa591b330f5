package dev.tierbench.run.record;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.OrderedMap;
import dev.tierbench.run.file.EmptyWhenMissing;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was counted of one process in one window, beside the tables of its threads, and what decides
 * whether it may be used: {@code observation.json}.
 *
 * @param pid the process; empty when it could not be observed
 * @param command its command line; empty likewise
 * @param level {@code L0} (all system calls) to {@code L3} ({@code /proc} alone)
 * @param missing why it was not better
 * @param windowNs from boundary to boundary; at level L0 between the marks that open and close it
 * @param snapshots of the columns from {@code /proc}
 * @param valid whether the counts may be used, by the limits when they were made
 * @param failures why the counts are not to be used, each with a hint
 * @param caveats what to know when using them
 * @param lostEvents empty when the tracer does not report them
 * @param ioCounts read and write calls from two sources; empty when either is not known
 * @param snapshotSkewNs how far a thread's window of {@code /proc} may differ from the tracer's
 * @param namedCpuShare CPU of the threads whose name is known, over that of all
 * @param cpuOfProcessShare CPU of the threads over that of the process, which shows what threads
 *     without a count lack; empty when it used so little that its ticks are too coarse
 * @param syscallsOfProcessShare system calls of the threads over those of the process
 * @param processSyscalls those of the process, counted apart
 * @param processCpuNs CPU of the process inside the window with that of dead threads, in whole
 *     ticks
 * @param threadsExited threads that ended inside the window, without the kernel's work of their end
 * @param connectionsByLoop connections of clients that each epoll instance of the process watched
 *     before the window, the most first; of the instances that watched any
 * @param perf counts of the process by event of {@code perf stat}; no entry when it did not run, an
 *     empty one when the host does not have the event
 * @param entireJvm the sum of all threads by column of {@code threads.csv}, and what was counted of
 *     the process alone; an empty entry was not measured
 * @param roles the sums of the threads of each role
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
public record Observation(
    String schema,
    Optional<Long> pid,
    Optional<String> command,
    CaptureLevel level,
    List<Caveat> missing,
    long windowNs,
    Optional<Snapshots> snapshots,
    @EmptyWhenMissing boolean valid,
    List<String> failures,
    @EmptyWhenMissing List<String> caveats,
    Optional<Long> lostEvents,
    Optional<MapUsage> mapUsage,
    Optional<IoCounts> ioCounts,
    Optional<Long> snapshotSkewNs,
    Optional<Double> namedCpuShare,
    Optional<Double> cpuOfProcessShare,
    Optional<Double> syscallsOfProcessShare,
    Optional<Long> processSyscalls,
    Optional<Long> processCpuNs,
    Optional<Integer> threadsExited,
    @EmptyWhenMissing List<Integer> connectionsByLoop,
    @EmptyWhenMissing Map<String, Optional<Long>> perf,
    @EmptyWhenMissing Map<String, Optional<Long>> entireJvm,
    @EmptyWhenMissing List<Role> roles)
    implements ObservationBuilder.With {

  public static final String SCHEMA = "tierbench/observation/1";

  /** The event of {@code perf stat} that counts instructions, of user and kernel. */
  public static final String INSTRUCTIONS = "instructions:uk";

  /** The event of {@code perf stat} that counts the cycles of the cores, likewise. */
  public static final String CYCLES = "cycles:uk";

  /** What {@code /proc} counts CPU in, on every architecture. */
  private static final long TICK_NS = 10_000_000;

  /**
   * How far rounding alone takes the CPU of the process from that of its threads. The threads are
   * read to the nanosecond; of the process, user and system time are each cut to whole ticks, at
   * each boundary. One boundary is up to two ticks short, so the difference of two is off by less
   * than two ticks, in either direction, however many threads there are.
   */
  private static final long CPU_ROUNDING_NS = 2 * TICK_NS;

  /**
   * The CPU of a thread that ends is read when it begins to end. What the kernel does for it after
   * that is counted of the process alone: 20 to 40 µs, measured with a thousand threads that only
   * sleep.
   */
  private static final long END_OF_THREAD_NS = 50_000;

  /** Beyond this share of the whole, rounding could hide a thread that matters. */
  public static final double MOST_ROUNDING = 0.25;

  private static final long LEAST_COMPARABLE_CPU_NS = (long) (CPU_ROUNDING_NS / MOST_ROUNDING);

  /**
   * Share of the CPU of the process from which on a thread is missing that counts need: the first
   * limit of the check {@code sum_cpu}. Threads that live for a few microseconds switch and call
   * far more often than their CPU says.
   */
  private static final double MISSING_CPU = 0.01;

  /** Share by which the two may differ in either direction, for whatever reason. */
  private static final double MOST_DIFFERENCE = 0.15;

  public Observation {
    missing = List.copyOf(missing);
    failures = List.copyOf(failures);
    caveats = List.copyOf(caveats);
    connectionsByLoop = List.copyOf(connectionsByLoop);
    perf = OrderedMap.copyOf(perf);
    entireJvm = OrderedMap.copyOf(entireJvm);
    roles = List.copyOf(roles);
  }

  /** Nothing was counted, for that reason. */
  public static Observation failed(String reason) {
    return none().with(next -> next.failures(List.of(reason)));
  }

  /** Nothing was counted, at the level of {@code /proc} alone. */
  public static Observation none() {
    return ObservationBuilder.builder()
        .schema(SCHEMA)
        .level(CaptureLevel.L3)
        .missing(List.of())
        .failures(List.of())
        .caveats(List.of())
        .connectionsByLoop(List.of())
        .perf(Map.of())
        .entireJvm(Map.of())
        .roles(List.of())
        .build();
  }

  /** What {@code perf stat} counted of an event; empty when it did not. */
  public Optional<Long> counted(String event) {
    return perf.getOrDefault(event, Optional.empty());
  }

  /** The level in words. */
  @JsonProperty("level_description")
  public String levelDescription() {
    return level.description();
  }

  /**
   * The same with what the threads have of the process.
   *
   * @param namedCpuNs CPU of the threads whose whole name is known
   */
  public Observation withSharesOf(ThreadTable threads, long namedCpuNs) {
    Optional<Long> cpu = threads.atLeast().get(Counter.CPU_NS);
    Optional<Long> comparable = processCpuNs.filter(used -> used >= LEAST_COMPARABLE_CPU_NS);
    long exited = threads.rows().stream().filter(row -> row.state() == ThreadState.EXITED).count();
    return with(next ->
        next.namedCpuShare(ratio(1, Optional.of(namedCpuNs), cpu))
            .cpuOfProcessShare(ratio(1, cpu, comparable))
            .syscallsOfProcessShare(
                ratio(1, threads.atLeast().get(Counter.SYSCALLS), processSyscalls))
            .threadsExited(Optional.of((int) exited)));
  }

  /**
   * Share of the CPU of the process by which that of its threads may differ without any missing:
   * ticks, and ends of threads. It is 0 when the CPU of the process was not recorded.
   */
  public double cpuRounding() {
    long unseen = CPU_ROUNDING_NS + threadsExited.orElse(0) * END_OF_THREAD_NS;
    return processCpuNs.map(cpu -> (double) unseen / cpu).orElse(0.0);
  }

  /**
   * Whether the threads that were counted are all of them. Only level L0 sees threads end. The
   * snapshots of {@code /proc} that the other levels count with miss those which began and ended in
   * between, which shows in the sum of the CPU alone: where that cannot be compared, it is not
   * known, and the answer is no.
   */
  public boolean hasEveryThread() {
    return level == CaptureLevel.L0
        || cpuOfProcessShare
            .filter(share -> cpuRounding() <= MOST_ROUNDING)
            .filter(share -> Math.abs(share - 1) <= MOST_DIFFERENCE)
            .filter(share -> 1 - share - cpuRounding() < MISSING_CPU)
            .isPresent();
  }

  /**
   * Multiplies the part and divides it by the whole; empty when either is unknown, or the whole is
   * 0.
   */
  public static Optional<Double> ratio(double times, Optional<Long> part, Optional<Long> whole) {
    return part.flatMap(value -> whole.filter(all -> all > 0).map(all -> times * value / all));
  }

  /**
   * How long the two snapshots took. Each thread is read at the same place of both, so its own
   * window has the length of the window and lies up to that much later.
   */
  public record Snapshots(long openingNanos, long closingNanos) {}

  /**
   * The threads of one role together.
   *
   * @param counts by column of {@code threads.csv}; an empty entry was not measured
   */
  public record Role(
      String role, int threads, @JsonAnySetter @JsonAnyGetter Map<String, Optional<Long>> counts) {
    public Role {
      counts = OrderedMap.copyOf(counts);
    }
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
