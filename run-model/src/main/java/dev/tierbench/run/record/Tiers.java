package dev.tierbench.run.record;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.EchoDelays;
import dev.tierbench.run.delay.EchoFailures;
import dev.tierbench.run.file.EmptyWhenMissing;
import dev.tierbench.run.plan.ResourceLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What each tier and the host used in each phase: {@code tiers.json}.
 *
 * @param settle the load before the measured window; empty when the plan has none
 * @param scheduling of each tier around the measured window
 * @param hostSpeed around the load of the step; empty when the plan has no probe
 */
@RecordBuilder
public record Tiers(
    String schema,
    Optional<Settle> settle,
    List<Scheduling> scheduling,
    List<Phase> phases,
    Optional<HostSpeed> hostSpeed)
    implements TiersBuilder.With {

  public static final String SCHEMA = "tierbench/tiers/1";

  public Tiers {
    scheduling = List.copyOf(scheduling);
    phases = List.copyOf(phases);
  }

  /** The same with the speed of the host beside the best of a run. */
  public Tiers against(Optional<HostSpeed.Best> best) {
    return withHostSpeed(hostSpeed.map(speed -> speed.against(best)));
  }

  /** The phase of that name, if the step reached it: all its windows as one. */
  public Optional<Phase> phase(String name) {
    List<Phase> windows = windows(name);
    return windows.isEmpty() ? Optional.empty() : Optional.of(WindowSum.of(windows));
  }

  /** The windows of the phase of that name, in the order in which they were open. */
  public List<Phase> windows(String name) {
    return phases.stream().filter(phase -> phase.name().equals(name)).toList();
  }

  /**
   * One phase.
   *
   * @param windowNs time between the two snapshots that cut the window
   * @param boundaryLagNs how long after the phase's boundaries the later of the two snapshots was
   *     taken
   * @param host that the harness is on
   * @param echo the echo tier's own view of the window, empty when it did not answer
   * @param database the database's own view of the window; empty when servers call none, or it did
   *     not answer
   * @param cgroups of the tiers that are containers, of a server with limits, and of a server in a
   *     group of others that has a quota
   * @param hosts every host of a run over several, the harness's own first; none of a run on one
   * @param idleServersNs CPU of the other servers of the round, which had no load; empty without
   *     others, or when it was not read
   */
  @RecordBuilder
  public record Phase(
      String name,
      long windowNs,
      long boundaryLagNs,
      Host host,
      List<Usage> tiers,
      Optional<Echo> echo,
      Optional<Database> database,
      List<Cgroup> cgroups,
      List<HostWindow> hosts,
      Optional<Long> idleServersNs)
      implements TiersPhaseBuilder.With {
    public Phase {
      tiers = List.copyOf(tiers);
      cgroups = List.copyOf(cgroups);
      hosts = List.copyOf(hosts);
    }

    /** What that tier used; of several generators, the one beside the harness. */
    public Optional<Usage> tier(Tier tier) {
      return all(tier).stream().findFirst();
    }

    /** What each process of that tier used: there may be several generators. */
    public List<Usage> all(Tier tier) {
      return tiers.stream().filter(usage -> usage.tier() == tier).toList();
    }

    /** The longest time in which the tier behind the server stood still, if it reports that. */
    public Optional<Pause> backendPause() {
      return echo.flatMap(Echo::pause).or(() -> database.flatMap(Database::pause));
    }

    /** The control group of the server, when the plan gives it limits. */
    public Optional<Cgroup> limited() {
      return cgroups.stream().filter(group -> group.asked().isPresent()).findFirst();
    }

    /** The same, when a quota is one of the limits. */
    public Optional<Cgroup> quota() {
      return limited().filter(group -> group.askedCores().isPresent());
    }

    /** The control group of the server, when a quota is in force, asked for by the plan or not. */
    public Optional<Cgroup> quotaInForce() {
      return quota()
          .or(() ->
              cgroups.stream()
                  .filter(group -> group.tier() == Tier.SERVER && group.quotaCores().isPresent())
                  .findFirst());
    }

    /** The window of the host that a process was on. */
    public HostWindow windowOf(Usage process) {
      return hosts.stream()
          .filter(window -> window.processes().contains(process.name()))
          .findFirst()
          .orElseGet(this::ownWindow);
    }

    /** The window of the host of that tier, or the harness's own if the tier was not read. */
    public HostWindow windowOf(Tier tier) {
      return tier(tier).map(this::windowOf).orElseGet(this::ownWindow);
    }

    /** The cores that a process used on average; empty when its CPU was not read. */
    public Optional<Double> coresUsed(Usage process) {
      return process.cpuNs().map(cpu -> (double) cpu / windowOf(process).windowNs());
    }

    /** The window of every host. */
    public List<HostWindow> windows() {
      return hosts.isEmpty() ? List.of(ownWindow()) : hosts;
    }

    private HostWindow ownWindow() {
      return hosts.stream()
          .findFirst()
          .orElseGet(() ->
              new HostWindow(
                  "",
                  tiers.stream().map(Usage::name).toList(),
                  windowNs,
                  boundaryLagNs,
                  host,
                  Optional.empty(),
                  Optional.empty()));
    }
  }

  /**
   * One host in one phase, measured by its own clock.
   *
   * @param name of the host; empty on the only one
   * @param processes the names of the tiers' processes that it ran
   * @param windowNs time between its two snapshots
   * @param boundaryLagNs how long after the phase's boundaries the answer to the later of its two
   *     snapshots had come, which bounds how late it was taken
   * @param network what its network did; empty when that could not be read
   * @param silenceNs the longest time in which its agent answered nothing; empty of the host that
   *     the harness is on
   */
  public record HostWindow(
      String name,
      List<String> processes,
      long windowNs,
      long boundaryLagNs,
      Host host,
      Optional<Network> network,
      Optional<Long> silenceNs) {
    public HostWindow {
      processes = List.copyOf(processes);
    }
  }

  /**
   * A host's network inside the window.
   *
   * @param sentSegments of TCP
   * @param retransmittedSegments of TCP, from {@code /proc/net/snmp}
   * @param droppedPackets of all interfaces, in both directions, from {@code /proc/net/dev}
   * @param softirqNs CPU time in soft interrupts, from {@code /proc/stat} (10 ms ticks)
   */
  public record Network(
      long sentSegments, long retransmittedSegments, long droppedPackets, long softirqNs) {

    /** Segments sent again, of all that were sent. */
    public double retransmittedPercent() {
      return sentSegments == 0 ? 0 : 100.0 * retransmittedSegments / sentSegments;
    }
  }

  /**
   * The whole host, from {@code /proc/stat} (10 ms ticks).
   *
   * @param busyNs what is left of the window without idle and stolen time
   * @param stealNs CPU time that the hypervisor gave to others
   * @param perCore the same core by core
   */
  public record Host(int cores, long busyNs, long idleNs, long stealNs, List<Core> perCore) {
    public Host {
      perCore = List.copyOf(perCore);
    }

    /** The sum of its cores. */
    public static Host of(List<Core> cores) {
      return new Host(
          cores.size(),
          cores.stream().mapToLong(Core::busyNs).sum(),
          cores.stream().mapToLong(Core::idleNs).sum(),
          cores.stream().mapToLong(Core::stealNs).sum(),
          cores);
    }

    /**
     * Several windows of a host as one. Busy is what is left of them together: of a short one
     * alone, ticks of 10 ms hide it. Not read where one of them was not, or had other cores.
     *
     * @param windowNs their length
     */
    public static Host together(List<Host> windows, long windowNs) {
      int cores = windows.getLast().cores();
      if (!windows.stream().allMatch(window -> window.wasRead() && window.cores() == cores)) {
        return new Host(cores, 0, 0, 0, List.of());
      }
      long idleNs = windows.stream().mapToLong(Host::idleNs).sum();
      long stealNs = windows.stream().mapToLong(Host::stealNs).sum();
      return new Host(cores, busyNs(cores * windowNs, idleNs, stealNs), idleNs, stealNs, List.of());
    }

    /** What is left of a time without idle and stolen time; never negative for want of a tick. */
    public static long busyNs(long allNs, long idleNs, long stealNs) {
      return Math.max(0, allNs - idleNs - stealNs);
    }

    /** False when no core was counted at both boundaries. */
    public boolean wasRead() {
      return busyNs + idleNs + stealNs > 0;
    }

    /**
     * CPU time that the hypervisor gave to others, of all; only of a host that {@link #wasRead}.
     */
    public double stealPercent() {
      return 100.0 * stealNs / (busyNs + idleNs + (double) stealNs);
    }
  }

  /**
   * One core, by the kernel's number.
   *
   * @param interruptNs of the busy time, what interrupts took, hard and soft; most kernels sample
   *     it
   */
  public record Core(int cpu, long busyNs, long idleNs, long stealNs, long interruptNs) {}

  /**
   * One process.
   *
   * @param cpuNs user and system time inside the window, from {@code /proc/PID/stat} (10 ms ticks);
   *     empty when the process was gone at either boundary
   * @param jitCpuNs CPU of the JIT compiler threads inside the window; empty when they could not be
   *     read at both boundaries
   * @param cpus the cores that any of its threads may use, as the kernel prints them; the empty
   *     text when the process was gone
   * @param heap empty of a process that shows no counters of its heap
   */
  @RecordBuilder
  @RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
  public record Usage(
      Tier tier,
      String name,
      long pid,
      Optional<Long> cpuNs,
      Optional<Long> userNs,
      Optional<Long> systemNs,
      Optional<Long> jitCpuNs,
      Optional<Long> rssBytes,
      Optional<Integer> threads,
      String cpus,
      Optional<Heap> heap)
      implements TiersUsageBuilder.With {

    public Usage {
      cores(cpus);
    }

    /** The cores that any of its threads may use; empty when the process was gone. */
    public Optional<CpuList> cores() {
      return cores(cpus);
    }

    private static Optional<CpuList> cores(String cpus) {
      return cpus.isEmpty() ? Optional.empty() : Optional.of(CpuList.parse(cpus));
    }
  }

  /**
   * What a JVM counted of its own heap inside the window.
   *
   * @param collector as the JVM calls it
   * @param allocatedBytes empty when the collector does not report it
   * @param collections pauses that collected the heap or a part of it
   * @param pauses those and the pauses of a concurrent cycle
   * @param afterGcBytes what the last collection left; empty when there was none in the window
   */
  public record Heap(
      String collector,
      Optional<Long> allocatedBytes,
      long collections,
      long pauses,
      long pauseNs,
      Optional<Long> afterGcBytes) {}

  /**
   * What the kernel accounted to a control group as a whole: of a container its JVM, its init and
   * its health checks; of a server with limits the server. What a quota did is that of the group
   * which the quota in force belongs to: this one, or one that it is in.
   *
   * @param cpuNs CPU time inside the window; empty when it could not be read at both boundaries
   * @param throttledNs how long a CPU quota kept it from running, summed over the run queues of all
   *     cores: of several busy ones more than the window; empty likewise
   * @param throttles periods in which the quota was used up; empty likewise
   * @param periods of the quota, usually 100 ms, in which the group ran; empty likewise and in
   *     records of earlier versions
   * @param quotaCores the quota in force at the end of the window, in cores; empty without one
   * @param memory of the group; empty when the kernel does not report it
   * @param asked limits that the plan asks for; empty when it asks for none
   * @param shared whether other processes may be in it: of such a group the quota and what it did
   *     are known, and nothing else; false in records of earlier versions
   */
  @RecordBuilder
  public record Cgroup(
      Tier tier,
      Optional<Long> cpuNs,
      Optional<Long> throttledNs,
      Optional<Long> throttles,
      Optional<Long> periods,
      Optional<Double> quotaCores,
      Optional<GroupMemory> memory,
      Optional<ResourceLimits> asked,
      @EmptyWhenMissing boolean shared)
      implements TiersCgroupBuilder.With {

    /**
     * The share of the periods in which a quota stopped it, at most 100 %; empty when it was not
     * counted, as where a quota is in force and no period of it passed.
     */
    public Optional<Double> throttledPercent() {
      boolean uncounted = quotaCores.isPresent() && periods.filter(all -> all == 0).isPresent();
      return throttles.flatMap(stopped ->
          stopped == 0 && !uncounted
              ? Optional.of(0.0)
              : periods.filter(all -> all > 0).map(all -> 100.0 * stopped / all));
    }

    /** The quota that the plan asks for, in cores. */
    public Optional<Double> askedCores() {
      return asked.flatMap(ResourceLimits::cores);
    }
  }

  /**
   * Memory of a control group at the end of a window, with the pages of files that it read.
   *
   * @param limitBytes in force; empty without one
   * @param peakBytes the most that it held since it was made; empty where that was reset
   * @param windowPeakBytes the most that it held inside the window; empty of a container and where
   *     the kernel cannot reset it, and in records of earlier versions
   */
  public record GroupMemory(
      Optional<Long> limitBytes, Optional<Long> peakBytes, Optional<Long> windowPeakBytes) {}

  /**
   * What the database counted of the servers' statements, by {@code pg_stat_statements}.
   *
   * @param statements that it executed
   * @param executingMs time that it executed them, summed over its connections
   * @param connections of the server at the end of the window; empty when it does not name them
   * @param pause the longest time in which it answered nothing that the harness asked, many times a
   *     second
   * @param boundaryLagNs how long after the phase's boundaries its counts were read, both together
   */
  public record Database(
      long statements,
      double executingMs,
      Optional<Integer> connections,
      Optional<Pause> pause,
      long boundaryLagNs) {}

  /**
   * The delay that the echo tier itself measured, request decoded to response written.
   *
   * @param pause the longest time in which one of its event loops ran nothing that was due
   * @param boundaryLagNs how long after the phase's boundaries its count was reset and read, both
   *     together
   * @param delays asked and kept; empty when it handled nothing, and in records of earlier versions
   * @param failures that it made on purpose, which are in its count; empty when it was to make none
   */
  public record Echo(
      long count,
      Optional<Double> p50Us,
      Optional<Double> p99Us,
      Optional<Double> maxUs,
      Optional<Pause> pause,
      long boundaryLagNs,
      Optional<EchoDelays> delays,
      Optional<EchoFailures.Counts> failures) {

    /** A record of an echo tier without failures. */
    public Echo(
        long count,
        Optional<Double> p50Us,
        Optional<Double> p99Us,
        Optional<Double> maxUs,
        Optional<Pause> pause,
        long boundaryLagNs,
        Optional<EchoDelays> delays) {
      this(count, p50Us, p99Us, maxUs, pause, boundaryLagNs, delays, Optional.empty());
    }

    /** How many requests it failed on purpose. */
    public long failed() {
      return failures.map(EchoFailures.Counts::total).orElse(0L);
    }

    /** A record without a histogram of its delays. */
    public Echo(
        long count,
        Optional<Double> p50Us,
        Optional<Double> p99Us,
        Optional<Double> maxUs,
        Optional<Pause> pause,
        long boundaryLagNs) {
      this(count, p50Us, p99Us, maxUs, pause, boundaryLagNs, Optional.empty());
    }

    /** The mean delay; of a record that has none, the median of its then equal delays. */
    public Optional<Double> meanUs() {
      return delays.map(both -> both.kept().meanUs()).or(() -> p50Us);
    }

    /** How long a request waits for all its calls on average, in microseconds. */
    public Optional<Double> waitUs(Workload work) {
      return meanUs().map(mean -> mean * distribution().timesMean(work));
    }

    /** The distribution of the delays; of a record that names none, the only one there was. */
    public DelayDistribution distribution() {
      return delays.map(EchoDelays::distribution).orElse(DelayDistribution.Constant.STANDARD);
    }
  }
}
