package dev.tierbench.run.plan;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Named;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.EmptyWhenMissing;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run is and where it ran: {@code manifest.json}. Times are ISO-8601 UTC.
 *
 * @param hosts beside {@code host}, that of the harness and its generator; none of a run on one
 * @param verifications of the servers against the contract, before the first trial; none of servers
 *     that keep none, and where a caveat says so
 * @param containers of the tiers; empty when they were processes
 * @param captureLevel of the threads, {@code L0} to {@code L3}, as the host allowed at the start; a
 *     step's own may be lower; empty when none are counted
 * @param resumedAt when the run was taken up again, once per time
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
public record Manifest(
    String schema,
    String name,
    State state,
    String startedAt,
    Optional<String> finishedAt,
    List<String> resumedAt,
    List<String> commandLine,
    @JsonTypeInfo(
            use = JsonTypeInfo.Id.NAME,
            include = JsonTypeInfo.As.EXTERNAL_PROPERTY,
            property = "kind")
        @JsonSubTypes({
          @JsonSubTypes.Type(value = HttpPlan.class, name = "http"),
          @JsonSubTypes.Type(value = SuitePlan.class, name = "suite")
        })
        Plan plan,
    List<String> trialOrder,
    Host host,
    @EmptyWhenMissing List<RemoteHost> hosts,
    Java java,
    List<Tool> tools,
    Source source,
    List<Jar> jars,
    List<Caveat> caveats,
    @EmptyWhenMissing List<Verification> verifications,
    Optional<Containers> containers,
    Optional<CaptureLevel> captureLevel)
    implements ManifestBuilder.With {

  public static final String SCHEMA = "tierbench/manifest/1";

  public Manifest {
    resumedAt = List.copyOf(resumedAt);
    commandLine = List.copyOf(commandLine);
    trialOrder = List.copyOf(trialOrder);
    tools = List.copyOf(tools);
    jars = List.copyOf(jars);
    caveats = List.copyOf(caveats);
    hosts = List.copyOf(hosts);
    verifications = List.copyOf(verifications);
  }

  /** The kind of the run. */
  public Kind kind() {
    return plan.kind();
  }

  /** The plan of a sweep; of no other run. */
  public HttpPlan httpPlan() {
    return switch (plan) {
      case HttpPlan http -> http;
      case SuitePlan suite ->
          throw new IllegalStateException(name + " is a run of " + suite.suite());
    };
  }

  /**
   * How far the run got. {@code failed}: every step was tried and at least one is FAIL, or an error
   * of the program ended the run, which a caveat names.
   */
  public enum State implements Named {
    RUNNING,
    COMPLETE,
    PARTIAL,
    FAILED
  }

  /**
   * The machine.
   *
   * @param governor of the first core; empty when the kernel shows none
   * @param mitigations by name, as {@code /sys/devices/system/cpu/vulnerabilities} words them
   * @param sysfs more that decides how fast a JVM runs, by its path below {@code /sys}
   */
  @RecordBuilder
  @RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
  public record Host(
      String cpuModel,
      int cores,
      String kernel,
      long memoryBytes,
      boolean virtualised,
      Optional<String> governor,
      Optional<Long> openFilesLimit,
      Map<String, String> sysctls,
      Map<String, String> mitigations,
      Map<String, String> sysfs,
      Scheduler scheduler)
      implements ManifestHostBuilder.With {
    public Host {
      sysfs = Map.copyOf(sysfs);
      sysctls = Map.copyOf(sysctls);
      mitigations = Map.copyOf(mitigations);
    }
  }

  /**
   * Another host of the run.
   *
   * @param reachedBy Docker context or SSH destination, in words
   * @param hostname as it calls itself
   * @param roundTrip of a line to its agent and back, before the run
   */
  public record RemoteHost(
      String name,
      Tier tier,
      String reachedBy,
      String hostname,
      Optional<String> address,
      Host host,
      Software software,
      RoundTrip roundTrip) {}

  /**
   * What ran on another host.
   *
   * @param java the version that answered there: the agent's
   * @param programs jars; of an engine the images, by their ids
   */
  public record Software(String java, List<Jar> programs) {
    public Software {
      programs = List.copyOf(programs);
    }
  }

  /**
   * How long a line to an agent and its answer took, of several; for reading only.
   *
   * @param clockOffsetMs of its clock against the harness's, within half a round trip
   */
  public record RoundTrip(double minMs, double p99Ms, double clockOffsetMs) {}

  /**
   * The kernel's scheduler, and the cores that the run may use.
   *
   * @param name EEVDF, CFS, or that of sched_ext; empty when the kernel's version is not known
   * @param smt whether hyperthreads are on; empty when the kernel does not report it
   * @param numaNodes that are online; empty likewise
   * @param cores the hyperthreads of each physical core
   */
  public record Scheduler(
      Optional<String> name,
      Optional<Boolean> smt,
      Optional<String> numaNodes,
      List<String> cores) {
    public Scheduler {
      cores = List.copyOf(cores);
    }
  }

  /** The JVM that ran every tier. */
  public record Java(String home, String version, String vendor, String vm) {}

  /** A tool that the sweep used. */
  public record Tool(String name, Optional<String> version) {}

  /**
   * The source that was measured; its commit is empty outside a git work tree.
   *
   * @param version of tierbench; empty of a build that has none
   */
  public record Source(
      Optional<String> commit, Optional<Boolean> dirty, Optional<String> version) {}

  /** A program that was run. */
  public record Jar(String name, String sha256) {}

  /**
   * What the contract test of a server came to.
   *
   * @param server as its descriptor is called; all its variants are one program
   * @param seconds from the start of its process
   * @param seed of the random workloads
   * @param repeated checks that failed and held when they were repeated, with the reason
   * @param remembered when it was verified, if not for this run; ISO-8601 UTC
   */
  public record Verification(
      String server,
      int passed,
      int failed,
      double seconds,
      long seed,
      @EmptyWhenMissing List<String> repeated,
      Optional<String> remembered) {
    public Verification {
      repeated = List.copyOf(repeated);
    }
  }

  /**
   * The tiers as containers.
   *
   * @param engine its version
   * @param project of compose
   */
  public record Containers(String engine, String project, List<Container> list) {
    public Containers {
      list = List.copyOf(list);
    }
  }

  /**
   * One container as its engine reports it.
   *
   * @param imageId the digest that the name stood for when the container was made
   * @param network {@code host}, or the network that it is in
   * @param cpus the cores that it may use; empty when all
   * @param memoryBytes its limit; empty when it has none
   */
  public record Container(
      String tier,
      String name,
      String image,
      String imageId,
      String network,
      Optional<String> cpus,
      Optional<Long> memoryBytes) {}

  /** The same run in another state. */
  public Manifest withState(State newState, Optional<String> newFinishedAt) {
    return with(next -> next.state(newState).finishedAt(newFinishedAt));
  }

  /** The same sweep with one more trial of each server, with so many windows if they may differ. */
  public Manifest withAnotherRound(int windows) {
    HttpPlan before = httpPlan();
    RoundPlan rounds = before.windows().rounds().orElseThrow().withNext(windows);
    HttpPlan more =
        before
            .withCommon(before.common().withTrials(before.common().trials() + 1))
            .withWindows(before.windows().withRounds(rounds));
    return with(
        next -> next.plan(more).trialOrder(more.order().stream().map(Plan.Trial::name).toList()));
  }

  /** The same sweep until decided with so many rounds at most. */
  public Manifest withMost(int rounds) {
    HttpPlan before = httpPlan();
    RoundPlan alternating = before.windows().rounds().orElseThrow();
    RoundPlan.Until until = alternating.until().orElseThrow().withMost(rounds);
    return withPlan(before.withWindows(before.windows().withRounds(alternating.withUntil(until))));
  }

  /** The same run with one more thing that has to be known about it. */
  public Manifest withCaveat(Caveat caveat) {
    return with(next ->
        next.caveats(Stream.concat(caveats.stream(), Stream.of(caveat)).distinct().toList()));
  }

  /** The same run taken up again at that time, with what has to be known about it. */
  public Manifest resumed(String at, List<Caveat> more) {
    List<String> times = new ArrayList<>(resumedAt);
    times.add(at);
    List<Caveat> all = Stream.concat(caveats.stream(), more.stream()).distinct().toList();
    return with(next ->
        next.state(State.RUNNING).finishedAt(Optional.empty()).resumedAt(times).caveats(all));
  }
}
