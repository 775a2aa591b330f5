package dev.tierbench.run.plan;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Require;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.EchoFailures;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.EmptyWhenMissing;
import dev.tierbench.run.file.RunFolder;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The plan of a sweep: load over HTTP on servers, at rising levels of concurrency (closed model),
 * at given rates (open model), or both.
 *
 * @param servers by the name of the subject
 * @param levels of concurrency, rising; empty for a sweep by rate only
 * @param rates of the open model; empty for a sweep by concurrency only
 * @param generator that drives the measured and the traced windows
 * @param requestsPerConnection after which a connection of the generator is replaced; empty when
 *     each carries as many as it lives
 * @param requests after which the measured window ends; empty when only its length ends it
 * @param echoDelay how long the echo tier waits; empty for the standard delay
 * @param echoFailures requests that the echo tier fails on purpose; empty for none
 * @param database that the servers call in place of the echo tier; empty when they call that
 * @param workload the query of each request ({@code calls=3&fan=parallel}); empty for the plain
 *     sleep
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
public record HttpPlan(
    Common common,
    Map<String, ServerDescriptor> servers,
    List<Integer> levels,
    Optional<RatePlan> rates,
    Windows windows,
    WarmupPlan warmup,
    Probe probe,
    Network network,
    @EmptyWhenMissing GeneratorName generator,
    Optional<Integer> requestsPerConnection,
    Optional<Long> requests,
    Optional<DelayDistribution> echoDelay,
    Optional<EchoFailures> echoFailures,
    Optional<DatabasePlan> database,
    Optional<String> workload)
    implements Plan, HttpPlanBuilder.With {

  /** The short word for a request, as it stands in a unit. */
  public static final String OPERATION = "req";

  public HttpPlan {
    servers = Map.copyOf(servers);
    levels = List.copyOf(levels);
    Require.that(!levels.isEmpty() || rates.isPresent(), () -> "a sweep needs a level or a rate");
    Require.that(
        servers.values().stream().map(ServerDescriptor::contract).distinct().count() <= 1,
        () ->
            "servers with 'contract: none' do other work than those that keep the contract: compare"
                + " them in a sweep of their own");
    boolean ownRequests = servers.values().stream().anyMatch(server -> !server.asksEcho());
    Require.that(
        !ownRequests || workload.isEmpty(),
        () -> "--workload: what a request does is in the 'url' of a server with 'contract: none'");
    Require.positiveAndRising("levels", levels);
    requireUntouched(common, servers);
    Require.that(
        requestsPerConnection.filter(count -> count < 1).isEmpty(),
        () -> "--requests-per-connection: expected 1 or more");
    Require.that(
        generator == GeneratorName.AB
            ? requestsPerConnection.equals(Optional.of(1))
            : requestsPerConnection.isEmpty() || generator == GeneratorName.LOADGEN,
        () ->
            "--requests-per-connection is for --generator loadgen; ab makes a new connection for each"
                + " request, and the others keep theirs");
    boolean overHttp2 =
        common.variants().values().stream().anyMatch(variant -> variant.http2Streams().isPresent());
    Require.that(
        !overHttp2 || requestsPerConnection.isEmpty() || generator == GeneratorName.AB,
        () ->
            "http2Streams: connections of HTTP/2 are kept, and --requests-per-connection (also that of"
                + " --preset published) replaces them");
    Require.that(
        !overHttp2 || servers.values().stream().noneMatch(server -> server.request().tls()),
        () -> "http2Streams: HTTP/2 is sent in clear text only, to http:// URLs");
    Require.that(
        requests.isEmpty() || generator == GeneratorName.LOADGEN || generator == GeneratorName.AB,
        () -> "--requests is for --generator loadgen or ab");
    Require.that(
        requests.filter(count -> count < 1).isEmpty(), () -> "--requests: expected 1 or more");
    Require.that(
        generator == GeneratorName.LOADGEN || rates.flatMap(RatePlan::overload).isEmpty(),
        () -> "--overload is for --generator loadgen");
    Require.that(
        requests.isEmpty() || rates.isEmpty(),
        () -> "--requests is for levels; a rate decides how many there are in a time");
  }

  private static void requireUntouched(Common common, Map<String, ServerDescriptor> servers) {
    servers.forEach((name, server) -> {
      String subject = Plan.original(name);
      Variant variant = common.variants().getOrDefault(subject, Variant.plain(subject));
      Require.that(
          !server.running() || variant.equals(Variant.plain(variant.server())),
          () ->
              name + " runs already: no JDK, option, quota or limit of memory can be given to it");
    });
  }

  /**
   * How long the phases of a step last.
   *
   * @param settleSeconds the longest load before a measured window, which opens as soon as the
   *     server is steady
   * @param measureSeconds of a server at a cell; of rounds until decided in the first ones
   * @param trace the phase in which the threads are counted; empty when they are not
   * @param profile the phase in which stacks are sampled; empty when they are not
   * @param rounds how the measured window alternates between the servers; empty when one server is
   *     measured after the other
   */
  public record Windows(
      double settleSeconds,
      double measureSeconds,
      Optional<Trace> trace,
      Optional<Profiling> profile,
      Optional<RoundPlan> rounds) {
    public Windows {
      Require.that(measureSeconds > 0, () -> "the measured window must be longer than 0 s");
      Require.that(settleSeconds >= 0, () -> "settle must not be negative");
    }

    /** How long each of the measured windows is: all that there are of one that alternates. */
    public double windowSeconds() {
      return rounds.map(of -> measureSeconds / of.windows()).orElse(measureSeconds);
    }

    /** The same with that plan of rounds. */
    public Windows withRounds(RoundPlan alternating) {
      return new Windows(settleSeconds, measureSeconds, trace, profile, Optional.of(alternating));
    }

    /** Windows of one server after the other, without a profile. */
    public Windows(double settleSeconds, double measureSeconds, Optional<Trace> trace) {
      this(settleSeconds, measureSeconds, trace, Optional.empty(), Optional.empty());
    }
  }

  /**
   * The phase in which stacks of the server are sampled.
   *
   * @param kinds what of; none when {@code jfr} is what takes them
   * @param jfr whether the JDK's own recorder takes them, and nothing native is loaded
   */
  public record Profiling(double seconds, List<ProfileKind> kinds, boolean jfr) {
    public Profiling {
      kinds = List.copyOf(kinds);
      Require.that(seconds > 0, () -> "the profiled window must be longer than 0 s");
      Require.that(jfr == kinds.isEmpty(), () -> "a profile has kinds, or is taken by jfr");
    }
  }

  /**
   * The phase in which the threads are counted.
   *
   * @param allTiers whether the threads of echo and the load generator are counted too
   * @param trials of each server in which they are, from the first
   * @param hardware whether instructions and cycles of the server are counted, too
   */
  public record Trace(
      double seconds, boolean allTiers, int trials, @EmptyWhenMissing boolean hardware) {
    public Trace {
      Require.that(seconds > 0, () -> "the traced window must be longer than 0 s");
      Require.that(trials > 0, () -> "the traced trials must be positive");
    }
  }

  /**
   * The warm-up of a fresh JVM: load below saturation on all cores until the compilers are idle,
   * then the top level on the server's own cores until it is steady.
   *
   * @param concurrency of the load below saturation
   * @param capSeconds the longest load below saturation; 0 is no warm-up at all
   * @param topCapSeconds the longest load at the top level
   */
  public record WarmupPlan(int concurrency, double capSeconds, double topCapSeconds) {
    public WarmupPlan {
      Require.that(concurrency > 0, () -> "a warm-up needs load");
      Require.that(capSeconds >= 0 && topCapSeconds >= 0, () -> "a time must not be negative");
    }
  }

  /**
   * The probe of the host's speed around each step, and what noise is answered with.
   *
   * @param enabled whether there is a probe
   * @param repeatNoisy how many steps of a trial are measured again at most, of those that others
   *     on the hardware spoiled
   */
  public record Probe(boolean enabled, int repeatNoisy) {
    public Probe {
      Require.that(repeatNoisy >= 0, () -> "repeats must not be negative");
    }
  }

  /**
   * Addresses of the tiers.
   *
   * @param ports by name: that of each server, and the echo tier
   * @param places by tier, those of containers that are not on {@code host}
   * @param hosts other than the one that the harness is on; none when all tiers are on that
   */
  public record Network(
      String host,
      Map<String, Integer> ports,
      Map<String, Placement> places,
      @EmptyWhenMissing List<HostDescriptor> hosts) {

    /** Addresses of tiers on one host. */
    public static final String LOOPBACK = "127.0.0.1";

    public Network {
      ports = Map.copyOf(ports);
      places = Map.copyOf(places);
      hosts = List.copyOf(hosts);
    }

    /** Addresses of tiers on one host, without others. */
    public Network(String host, Map<String, Integer> ports, Map<String, Placement> places) {
      this(host, ports, places, List.of());
    }

    /** The same with tiers on other hosts. */
    public Network on(List<HostDescriptor> others) {
      return new Network(host, ports, places, others);
    }

    /** The host of a tier, when it is another than the harness's. */
    public Optional<HostDescriptor> hostOf(Tier tier) {
      return hosts.stream()
          .filter(other -> other.tier() == tier && tier != Tier.LOADGEN)
          .findFirst();
    }

    /** The hosts of more generators than the one beside the harness. */
    public List<HostDescriptor> generators() {
      return hosts.stream().filter(other -> other.tier() == Tier.LOADGEN).toList();
    }

    /** Address of a tier. */
    public String address(Tier tier) {
      return hostOf(tier)
          .flatMap(HostDescriptor::address)
          .or(() -> Optional.ofNullable(places.get(tier.id())).map(Placement::address))
          .orElse(host);
    }
  }

  /** Address at which a container answers. */
  public record Placement(String address) {}

  /**
   * The cores that a server starts on, and warms up on when it does: all of the plan then, before
   * it is moved to its own. Empty where it is held to none.
   */
  public Optional<CpuList> startCores() {
    return pinning()
        .cores(Tier.SERVER)
        .flatMap(own -> warmup.capSeconds() > 0 ? pinning().all() : Optional.of(own));
  }

  /** Whether no other tier may run where that one does: its cores, or its host, are its own. */
  public boolean hasCoresOfItsOwn(Tier tier) {
    Optional<CpuList> own = pinning().cores(tier);
    return Stream.of(Tier.values())
        .filter(other -> other != tier && tiers().contains(other))
        .filter(other -> network.hostOf(other).equals(network.hostOf(tier)))
        .allMatch(other ->
            own.isPresent()
                && pinning().cores(other).filter(cores -> !cores.overlaps(own.get())).isPresent());
  }

  /**
   * Whether the echo tier, which has to keep its delay, and the generator are held to cores of this
   * host that they share, and that the server has no part in.
   */
  public boolean echoSharesACore() {
    Optional<CpuList> echo = pinning().cores(Tier.ECHO);
    return tiers().contains(Tier.ECHO)
        && network.hostOf(Tier.ECHO).equals(network.hostOf(Tier.LOADGEN))
        && echo.isPresent()
        && pinning().cores(Tier.LOADGEN).filter(echo.get()::overlaps).isPresent()
        && pinning().cores(Tier.SERVER).filter(echo.get()::overlaps).isEmpty();
  }

  /** How many noisy steps of a trial are measured again at most; none where windows alternate. */
  public int repeatNoisy() {
    return windows.rounds().isEmpty() ? probe.repeatNoisy() : 0;
  }

  /** Trials by round and server where windows alternate, which are one after the other else. */
  @Override
  public List<Trial> order() {
    List<Trial> order = Plan.super.order();
    return windows.rounds().isEmpty()
        ? order
        : order.stream()
            .map(trial ->
                new Trial(
                    trial.number(),
                    trial.subject(),
                    RunFolder.roundName(round(trial), trial.subject())))
            .toList();
  }

  /** The limits that subjects run with in control groups of their own. */
  public List<ResourceLimits> limits() {
    return subjects().stream().flatMap(subject -> variant(subject).limits().stream()).toList();
  }

  /** How long the echo tier waits before it answers. */
  public DelayDistribution delay() {
    return echoDelay.orElse(DelayDistribution.Constant.STANDARD);
  }

  /** Whether the servers keep the contract, and so call a tier behind them. */
  public boolean keepsContract() {
    return servers.values().stream().allMatch(ServerDescriptor::asksEcho);
  }

  /** Whether there is an echo tier that the servers call. */
  public boolean hasEcho() {
    return backend().filter(tier -> tier == Tier.ECHO).isPresent();
  }

  /** The tier that the servers call; empty of servers with {@code contract: none}. */
  public Optional<Tier> backend() {
    return keepsContract()
        ? Optional.of(database.isPresent() ? Tier.DATABASE : Tier.ECHO)
        : Optional.empty();
  }

  /** Whether requests wait for statements of a database that do nothing else. */
  public boolean waitsInDatabase() {
    return backend().filter(tier -> tier == Tier.DATABASE).isPresent()
        && new Workload(workload.orElse("")).sleepMillis().isPresent();
  }

  /** The tiers that the plan has. */
  public List<Tier> tiers() {
    return Stream.concat(Stream.of(Tier.LOADGEN, Tier.SERVER), backend().stream()).toList();
  }

  /** The traced phase of a trial's steps; empty when they have none. */
  public Optional<Trace> trace(Trial trial) {
    return windows.trace().filter(trace -> round(trial) <= trace.trials());
  }

  @Override
  public List<Parameters> cells() {
    return Stream.concat(
            levels.stream().map(Parameters::concurrency), rates.stream().flatMap(HttpPlan::cells))
        .toList();
  }

  private static Stream<Parameters> cells(RatePlan open) {
    return Stream.concat(
        open.rates().stream().map(Parameters::rate),
        open.overload().stream()
            .flatMap(plan -> plan.percents().stream())
            .map(Parameters::overload));
  }

  /** The load of one of its cells, in the measured window. */
  public Load load(Parameters at) {
    Optional<Double> rate =
        at.number(Parameters.RATE)
            .map(Integer::doubleValue)
            .or(() -> at.number(Parameters.OVERLOAD).map(any -> rates.orElseThrow().usualRate()));
    return rate.<Load>map(
            each -> {
              RatePlan open = rates.orElseThrow();
              return new Load.Open(each, open.arrivals(), open.connections());
            })
        .orElseGet(() -> new Load.Closed(at.concurrency()));
  }

  /** The overloads of the plan; empty when it has none. */
  public Optional<OverloadPlan> overload() {
    return rates.flatMap(RatePlan::overload);
  }

  /** What ends the rounds of the plan; empty when it has a number of trials. */
  public Optional<RoundPlan.Until> until() {
    return windows.rounds().flatMap(RoundPlan::until);
  }

  /** The highest concurrency; of a sweep by rate only, that of all its connections. */
  public int topLevel() {
    return levels.isEmpty() ? rates.orElseThrow().connections() : levels.getLast();
  }

  /** The same with the rates known that are percentages of that saturation throughput. */
  public HttpPlan withSaturation(Map<String, Double> found) {
    return withRates(rates.map(open -> open.withSaturation(found)));
  }

  /** Whether rates follow from a saturation throughput that has to be measured first. */
  public boolean needsSaturation() {
    return rates.filter(RatePlan::needsSaturation).isPresent();
  }

  /** How often a connection of the generator is replaced, in words; empty when it is kept. */
  public Optional<String> renewal() {
    return requestsPerConnection.map(count ->
        count == 1
            ? "a new connection for each request"
            : "a new connection after %d requests".formatted(count));
  }

  /** The fewest connections that a step makes. */
  public int fewestConnections() {
    int ofRates = rates.map(RatePlan::connections).orElse(Integer.MAX_VALUE);
    return levels.stream().reduce(ofRates, Math::min);
  }

  /** The most connections that anything in the plan makes to a server. */
  public int mostConnections() {
    int ofRates = rates.map(RatePlan::connections).orElse(0);
    return Math.max(ofRates, Math.max(topLevel(), warmup.concurrency()));
  }
}
